/** The keys of boards shared from this browser, which are needed to unshare them. */
const STORE = "semafor.shelf";

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function keyOf(board: string): string | null {
  return all()[board] ?? null;
}

export function rememberKey(board: string, key: string): void {
  localStorage.setItem(STORE, JSON.stringify({ ...all(), [board]: key }));
}

export function forgetKey(board: string): void {
  const { [board]: _, ...rest } = all();
  localStorage.setItem(STORE, JSON.stringify(rest));
}
