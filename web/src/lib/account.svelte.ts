/** The account of this browser: undefined until known, null for a guest. */
import type { Me } from "../protocol";
import { ask } from "./api";

class Account {
  name = $state<string | null | undefined>(undefined);
  private requested = false;

  /** Ask the server once; without an answer the name stays unknown. */
  load(): void {
    if (this.requested) return;
    this.requested = true;
    void ask<Me>("/api/me").then((me) => (this.name = me.name), () => (this.requested = false));
  }
}

export const account = new Account();
