/** The strengths of bots, the weakest first. */
import type { Level } from "../lib/protocol";

export const LEVELS: readonly Level[] = ["easy", "medium", "hard", "expert", "master"];
