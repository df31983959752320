/** What I may do now, in one sentence. */
import { andList, orList, t, type Key } from "../lib/i18n";
import { bounds } from "../lib/offers";
import type { Play } from "./play.svelte";

export function sentence(play: Play): string {
  const { view, own, offers, store } = play;
  if (!view) return "";
  if (view.over) return t("say_over");
  if (play.curtain) return t("curtain_title", { name: play.person(play.seat ?? 0) });
  if (play.held) return t("say_held");
  if (store.sending) return t(store.late ? "say_sending_late" : "say_sending");
  if (!own || own.ask === "nothing" || !play.myTurn) return waiting(play);
  switch (own.ask) {
    case "turn":
      return t("say_turn", { actions: orList(actions(play)) });
    case "second-card":
      if (offers.stop) return t("say_second_stop");
      return t(offers.market.size ? "say_second_card" : "say_second_deck");
    case "tunnel":
      return t("say_tunnel", { n: view.attempt?.extra ?? 0 });
    case "draft-keep":
      return t("say_draft_keep", { n: offers.keep.length ? bounds(offers.keep)[0] : 0 });
    default:
      return t(`say_${own.ask.replaceAll("-", "_")}` as Key);
  }
}

function actions({ offers }: Play): string[] {
  const found: [unknown, Key][] = [
    [offers.deck || offers.market.size, "act_draw"],
    [offers.claims.size, "act_claim"],
    [offers.rows.length || offers.threes.length, "act_place"],
    [offers.tickets, "act_tickets"],
    [offers.builds.size, "act_build"],
    [offers.share.length, "act_share"],
    [offers.pass, "act_pass"],
  ];
  return found.filter(([offered]) => offered).map(([, key]) => t(key));
}

function waiting({ view, own, person, store }: Play): string {
  const names = (view?.pending ?? []).map(person);
  if (own?.chosen.length && names.length) return t("say_chosen", { names: andList(names) });
  if (names.length > 1) return t("say_wait_many", { names: andList(names) });
  return t(store.you.length ? "say_wait" : "say_watch", { name: names[0] ?? "" });
}
