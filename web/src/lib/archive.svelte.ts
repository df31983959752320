/** Tables that the user has removed from "My games", stored in this browser. */
const STORE = "semafor.archive";

function load(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** The most tables that are remembered; the oldest are dropped first. */
const MOST = 500;

class Archive {
  private tables = $state.raw(load());

  has(table: string): boolean {
    return this.tables.includes(table);
  }

  add(table: string): void {
    this.store([...this.tables.filter((one) => one !== table), table].slice(-MOST));
  }

  restore(table: string): void {
    this.store(this.tables.filter((one) => one !== table));
  }

  private store(tables: string[]): void {
    this.tables = tables;
    localStorage.setItem(STORE, JSON.stringify(tables));
  }
}

export const archive = new Archive();
