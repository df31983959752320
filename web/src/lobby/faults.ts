/** The faults of a board file, from the sentence with which the server refuses it. */

export interface Fault {
  /** The line of the file, where it could be found. */
  line: number | null;
  /** The entry: `routes[17] palermo–smyrna, length`. */
  where: string;
  problem: string;
  expected: string;
}

const MORE = /^… and (\d+) more$/;
const TOML_LINE = /\(at line (\d+)/;
const FAULT = /^(?:line (\d+)(?:, )?)?(?:(.*?): )?(.*?)(?:; expected (.*))?$/s;

function parseFault(text: string): Fault {
  const [, named, where = "", problem = text, expected = ""] = FAULT.exec(text) ?? [];
  const line = named ?? TOML_LINE.exec(text)?.[1];
  return { line: line ? Number(line) : null, where, problem, expected };
}

/** The faults, one a line under a heading, and how many more there are. */
export function parseFaults(sentence: string): { faults: Fault[]; more: number } {
  const lines = sentence.split("\n").slice(1).map((line) => line.trim()).filter(Boolean);
  const more = Number(MORE.exec(lines.at(-1) ?? "")?.[1] ?? 0);
  return { faults: (more ? lines.slice(0, -1) : lines).map(parseFault), more };
}
