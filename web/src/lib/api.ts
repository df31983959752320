/** Requests to the server. */
import type {
  BoardCard, BoardPage, Boards, ClaimSeat, CreateTable, FinishedSketch, FinishSketch, Gazetteer, ImportedPlaces, ImportPlaces, LeaveTable, LockTable, LookAtSketch, ShareBoard, Shared, SharedFile, SharedBoardList, SketchLook, UnshareBoard, MyTables, OwnBoard, Network, PassHost, Problem, Record as GameRecord, RemoveSeat, Replay, Story, StudyBoard, StudyState,
  EngineProgress, Rules, SeatKey, Seated, StartTable, TableCard, Tables,
} from "../protocol";
import { newPart, promiseOf, rememberPart } from "./deal";
import type { Language } from "./protocol";

/** A refusal of the server, with its code and the rule. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

const KEYS = "semafor.keys.";
/** The most keys that the server accepts. */
const MOST_KEYS = 100;

/** The keys of my seats at a table, as stored in this browser. */
export function keysOf(table: string): string[] {
  return storedKeys(table).map((held) => held.key);
}

/** The same with their seats; -1 if only the key is known. */
export function storedKeys(table: string): SeatKey[] {
  try {
    return JSON.parse(localStorage.getItem(KEYS + table) ?? "[]") as SeatKey[];
  } catch {
    return [];
  }
}

/** Remember keys besides those already known. */
export function rememberKeys(table: string, keys: SeatKey[]): void {
  const fresh = keys.filter((one) => !storedKeys(table).some((held) => held.key === one.key));
  if (fresh.length) localStorage.setItem(KEYS + table, JSON.stringify([...storedKeys(table), ...fresh]));
}

/** All keys in this browser, the newest tables last; also of seats taken on another device. */
function allKeys(): string[] {
  const tables = Object.keys(localStorage).filter((name) => name.startsWith(KEYS)).map((name) => name.slice(KEYS.length));
  return tables.flatMap(keysOf).slice(-MOST_KEYS);
}

/** Forget all seats; the next user of this browser is another person. */
export function forgetSeats(): void {
  const told = Object.keys(localStorage).filter((name) => name.startsWith("semafor.") && name !== "semafor.settings");
  for (const name of told) localStorage.removeItem(name);
}

/** Forget keys that the server no longer knows. */
export function forgetKeys(table: string): void {
  localStorage.removeItem(KEYS + table);
}

function problemOf(answer: Response, body: unknown): Problem {
  if (body && typeof body === "object" && "code" in body) return body as Problem;
  return { code: "unclear", sentence: `The server answered with status ${answer.status}.`, rule: null, details: { status: answer.status } };
}

/** Send one request; throws Refused with the server's problem if it is rejected. */
export async function ask<T>(path: string, method = "GET", body?: unknown, keys: string[] = []): Promise<T> {
  const headers: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  if (keys.length) headers["Authorization"] = `Bearer ${keys.join(",")}`;
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, ...sent });
  } catch {
    throw new Refused({ code: "unreachable", sentence: "The server cannot be reached.", rule: null });
  }
  const found: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(problemOf(answer, found));
  return found as T;
}

const tablePath = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

function seated(answer: Seated): Seated {
  rememberKeys(answer.table.id, answer.keys);
  return answer;
}

export const api = {
  boards: () => ask<Boards>("/api/boards"),
  board: (name: string) => ask<BoardPage>(`/api/boards/${encodeURIComponent(name)}`),
  boardFile: (name: string) => ask<SharedFile>(`/api/boards/${encodeURIComponent(name)}/file`),
  checkBoard: (text: string) => ask<BoardCard>("/api/boards", "POST", { board_file: text } satisfies OwnBoard),
  drawBoard: (text: string) => ask<BoardPage>("/api/drawings", "POST", { board_file: text } satisfies OwnBoard),
  look: (sketch: LookAtSketch) => ask<SketchLook>("/api/sketches", "POST", sketch),
  gazetteer: () => ask<Gazetteer>("/api/gazetteer"),
  importPlaces: (file: ImportPlaces) => ask<ImportedPlaces>("/api/sketches/places", "POST", file),
  finish: (sketch: FinishSketch) => ask<FinishedSketch>("/api/sketches/finished", "POST", sketch),
  study: (board: StudyBoard) => ask<StudyState>("/api/studies", "POST", board),
  studied: (id: string) => ask<StudyState>(`/api/studies/${encodeURIComponent(id)}`),
  stopStudy: (id: string) => ask<StudyState>(`/api/studies/${encodeURIComponent(id)}/stop`, "POST"),
  shelf: () => ask<SharedBoardList>("/api/shelf"),
  share: (board: ShareBoard) => ask<Shared>("/api/shelf", "POST", board),
  sharedBoard: (id: string) => ask<BoardPage>(`/api/shelf/${encodeURIComponent(id)}`),
  sharedFile: (id: string) => ask<SharedFile>(`/api/shelf/${encodeURIComponent(id)}/file`),
  unshare: (id: string, body: UnshareBoard) => ask<SharedBoardList>(`/api/shelf/${encodeURIComponent(id)}/remove`, "POST", body),
  tableBoard: (id: string) => ask<BoardPage>(`${tablePath(id)}/board`),
  rules: (language: Language) => ask<Rules>(`/api/rules/${language}`),
  tables: () => ask<Tables>("/api/tables"),
  my: () => ask<MyTables>("/api/my", "GET", undefined, allKeys()),
  engine: () => ask<EngineProgress>("/api/engine"),
  network: () => ask<Network>("/api/network"),
  create: async (plan: CreateTable) => {
    const parts = plan.seats.map((seat) => (seat.kind === "me" ? newPart() : null));
    const seats = plan.seats.map((seat, n) => ({ ...seat, promise: parts[n] ? promiseOf(parts[n]) : null }));
    const made = seated(await ask<Seated>("/api/tables", "POST", { ...plan, seats }));
    parts.forEach((part, seat) => part && rememberPart(made.table.id, seat, part));
    return made;
  },
  sit: async (id: string, seat: number, body: ClaimSeat) =>
    seated(await ask<Seated>(`${tablePath(id)}/seats/${seat}`, "POST", body, keysOf(id))),
  start: (id: string, body: StartTable) => ask<TableCard>(`${tablePath(id)}/start`, "POST", body, keysOf(id)),
  leave: (id: string, body: LeaveTable) => ask<TableCard>(`${tablePath(id)}/leave`, "POST", body, keysOf(id)),
  remove: (id: string, body: RemoveSeat) => ask<TableCard>(`${tablePath(id)}/remove`, "POST", body, keysOf(id)),
  lock: (id: string, body: LockTable) => ask<TableCard>(`${tablePath(id)}/lock`, "POST", body, keysOf(id)),
  passHost: (id: string, body: PassHost) => ask<TableCard>(`${tablePath(id)}/host`, "POST", body, keysOf(id)),
  rematch: async (id: string) => {
    const answer = seated(await ask<Seated>(`${tablePath(id)}/rematch`, "POST", undefined, keysOf(id)));
    // Everyone keeps seat and key at the new table.
    rememberKeys(answer.table.id, storedKeys(id));
    return answer;
  },
  record: (id: string) => ask<GameRecord>(`${tablePath(id)}/record`, "GET", undefined, keysOf(id)),
  replay: (id: string, viewer: string, first: number, count: number) =>
    ask<Replay>(`${tablePath(id)}/replay?viewer=${viewer}&first=${first}&count=${count}`, "GET", undefined, keysOf(id)),
  story: (id: string) => ask<Story>(`${tablePath(id)}/story`),
};

const pages = new Map<string, Promise<BoardPage>>();

/** A built-in board, requested once. */
export function boardPage(name: string): Promise<BoardPage> {
  let found = pages.get(name);
  if (!found) {
    found = api.board(name);
    found.catch(() => pages.delete(name));
    pages.set(name, found);
  }
  return found;
}
