/** Options in which a game can differ from the default; the server checks every combination. */
import type { Options } from "../protocol";
import { t, type Key } from "../lib/i18n";

export interface Choice {
  value: string;
  label: string;
}

/** One option of the game, with the default of the board. */
export interface Question {
  name: string;
  title: Key;
  about: Key;
  usual: string;
  choices: Choice[];
  /** The changes to the options for another answer. */
  change: (value: string, options: Options) => Partial<Options>;
}

export type Answers = Record<string, string>;

const SHORT = 2 / 3;
const BONUSES = [0, 10, 15];

function pieceCounts(pieces: Record<string, number>): string {
  return Object.entries(pieces).map(([kind, n]) => t(`n_piece_${kind}` as Key, { n })).join(", ");
}

function shorter(pieces: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(pieces).map(([kind, n]) => [kind, Math.round(n * SHORT)]));
}

function length({ pieces }: Options): Question {
  return {
    name: "pieces", title: "opt_pieces", about: "opt_pieces_about", usual: "full",
    choices: [
      { value: "full", label: t("opt_pieces_full", { pieces: pieceCounts(pieces) }) },
      { value: "short", label: t("opt_pieces_short", { pieces: pieceCounts(shorter(pieces)) }) },
    ],
    change: (_, options) => ({ pieces: shorter(options.pieces) }),
  };
}

function stations({ stations: own }: Options): Question {
  const usual = own?.count ?? 0;
  return {
    name: "stations", title: "opt_stations", about: "opt_stations_about", usual: String(usual),
    choices: Array.from({ length: usual + 1 }, (_, n) => usual - n).map((n) => ({ value: String(n), label: n ? String(n) : t("none") })),
    change: (value, options) => {
      const count = Number(value);
      if (count) return { stations: { count, value: own?.value ?? 0 } };
      // Without stations no tie can be broken by them.
      return { stations: null, ties: options.ties.filter((tie) => tie !== "stations") };
    },
  };
}

function bonus(name: "longest_bonus" | "most_tickets_bonus", title: Key, about: Key, options: Options): Question {
  const usual = options[name] ?? 0;
  const sizes = [...new Set([usual, ...BONUSES])].sort((one, two) => one - two);
  return {
    name, title, about, usual: String(usual),
    choices: sizes.map((n) => ({ value: String(n), label: n ? t("n_points", { n }) : t("none") })),
    change: (value) => ({ [name]: Number(value) }),
  };
}

const strands: Question = {
  name: "one_strand_with", title: "opt_strands", about: "opt_strands_about", usual: "one",
  get choices() {
    return [{ value: "one", label: t("opt_strands_one") }, { value: "all", label: t("opt_strands_all") }];
  },
  change: () => ({ one_strand_with: [] }),
};

const yesNo = (): Choice[] => [{ value: "yes", label: t("yes") }, { value: "no", label: t("no") }];

const draft: Question = {
  name: "draft", title: "opt_draft", about: "opt_draft_about", usual: "yes",
  get choices() {
    return yesNo();
  },
  change: () => ({ draft: null }),
};

function openTrack(own: NonNullable<Options["card_game"]>): Question {
  return {
    name: "open_track", title: "opt_track", about: "opt_track_about", usual: own.open_track ? "yes" : "no", choices: yesNo(),
    change: (value, { card_game }) => ({ card_game: { ...(card_game ?? own), open_track: value === "yes" } }),
  };
}

function openCompleted(own: NonNullable<Options["card_game"]>): Question {
  return {
    name: "open_completed", title: "opt_completed", about: "opt_completed_about", usual: own.open_completed ? "yes" : "no", choices: yesNo(),
    change: (value, { card_game }) => ({ card_game: { ...(card_game ?? own), open_completed: value === "yes" } }),
  };
}

function leaving(own: NonNullable<Options["card_game"]>): Question {
  const first = (value: string) => (value === "first" ? "first" : "last");
  return {
    name: "locomotives_leave", title: "opt_leave", about: "opt_leave_about", usual: own.locomotives_leave ?? "last",
    choices: [{ value: "last", label: t("opt_leave_last") }, { value: "first", label: t("opt_leave_first") }],
    change: (value, { card_game }) => ({ card_game: { ...(card_game ?? own), locomotives_leave: first(value) } }),
  };
}

/** The options that a game offers. */
export function questionsOf(options: Options): Question[] {
  if (options.card_game) return [openTrack(options.card_game), leaving(options.card_game), openCompleted(options.card_game)];
  return [
    length(options),
    ...(options.stations ? [stations(options)] : []),
    ...(options.draft ? [draft] : []),
    bonus("longest_bonus", "opt_longest", "opt_longest_about", options),
    bonus("most_tickets_bonus", "opt_most", "opt_most_about", options),
    ...(options.one_strand_with?.length ? [strands] : []),
  ];
}

/** Only the differences from the default game. */
export function changesOf(options: Options, answers: Answers): Partial<Options> {
  let changed: Partial<Options> = {};
  for (const question of questionsOf(options)) {
    const answer = answers[question.name] ?? question.usual;
    if (answer !== question.usual) changed = { ...changed, ...question.change(answer, { ...options, ...changed }) };
  }
  return changed;
}
