/** Requests of the club's pages. */
import type {
  AddPasskey, BecomeMyself, ChangeBots, ClubTable, DeviceCode, Success, JoinDevice, MailToken, Me, MemoryPage, Myself, NewPhrase, NewTournament, Notices, NoticeSettings, PairPage, PasskeyChallenge, RemovePasskey, Rename, SetMail, SetNotices, SignOut, TournamentPage, Tournaments, UsePasskey, WatchTable, Withdraw,
} from "../protocol";
import { ask, keysOf } from "../lib/api";

const tournamentPath = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`;
const noticesPath = (table: string) => `/api/tables/${encodeURIComponent(table)}/notices`;

export const club = {
  me: () => ask<Me>("/api/me"),
  become: (body: BecomeMyself) => ask<Myself>("/api/me", "POST", body),
  join: (body: JoinDevice) => ask<Me>("/api/me/join", "POST", body),
  rename: (body: Rename) => ask<Me>("/api/me/name", "POST", body),
  newPhrase: (body: NewPhrase) => ask<Myself>("/api/me/phrase", "POST", body),
  code: () => ask<DeviceCode>("/api/me/code", "POST", {}),
  signOut: (body: SignOut) => ask<Me>("/api/me/sign-out", "POST", body),
  passkeyChallenge: () => ask<PasskeyChallenge>("/api/me/passkeys/challenge", "POST", {}),
  addPasskey: (body: AddPasskey) => ask<Me>("/api/me/passkeys", "POST", body),
  enterByPasskey: (body: UsePasskey) => ask<Me>("/api/me/passkeys/enter", "POST", body),
  removePasskey: (body: RemovePasskey) => ask<Me>("/api/me/passkeys/remove", "POST", body),
  notices: (table: string) => ask<Notices>(noticesPath(table)),
  watch: (table: string, body: WatchTable) => ask<Notices>(noticesPath(table), "POST", body, keysOf(table)),
  noticeSettings: () => ask<NoticeSettings>("/api/me/notices"),
  setQuiet: (body: SetNotices) => ask<NoticeSettings>("/api/me/notices", "POST", body),
  setMail: (body: SetMail) => ask<NoticeSettings>("/api/me/mail", "POST", body),
  confirmMail: (body: MailToken) => ask<Success>("/api/mail/confirm", "POST", body),
  stopMail: (token: string) => ask<Success>(`/api/mail/stop/${encodeURIComponent(token)}`, "POST", {}),
  memory: () => ask<MemoryPage>("/api/me/memory"),
  pair: (friend: string) => ask<PairPage>(`/api/me/with/${encodeURIComponent(friend)}`),
  table: (season: string, board: string) => ask<ClubTable>(`/api/club?season=${encodeURIComponent(season)}&board=${encodeURIComponent(board)}`),
  tournaments: () => ask<Tournaments>("/api/tournaments"),
  newTournament: (body: NewTournament) => ask<TournamentPage>("/api/tournaments", "POST", body),
  tournament: (id: string) => ask<TournamentPage>(tournamentPath(id)),
  enter: (id: string) => ask<TournamentPage>(`${tournamentPath(id)}/enter`, "POST", {}),
  leaveTournament: (id: string) => ask<TournamentPage>(`${tournamentPath(id)}/leave`, "POST", {}),
  begin: (id: string) => ask<TournamentPage>(`${tournamentPath(id)}/begin`, "POST", {}),
  withdraw: (id: string, body: Withdraw) => ask<TournamentPage>(`${tournamentPath(id)}/withdraw`, "POST", body),
  changeBots: (id: string, body: ChangeBots) => ask<TournamentPage>(`${tournamentPath(id)}/bots`, "POST", body),
  forget: () => ask<Me>("/api/me/forget", "POST", {}),
};

/** The name of this device in my list: browser and operating system. */
export function deviceName(agent = navigator.userAgent): string {
  const browser = /Edg\//.test(agent) ? "Edge" : /Firefox\//.test(agent) ? "Firefox" : /Chrom(e|ium)\//.test(agent) ? "Chrome" : /Safari\//.test(agent) ? "Safari" : "Browser";
  const system = /Android/.test(agent) ? "Android" : /iPhone|iPad/.test(agent) ? "iOS" : /Windows/.test(agent) ? "Windows" : /Mac OS/.test(agent) ? "macOS" : /Linux/.test(agent) ? "Linux" : "";
  return system ? `${browser}, ${system}` : browser;
}
