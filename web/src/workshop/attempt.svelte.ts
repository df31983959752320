/** An action that may fail: whether it is running, and its error message. */
import { tellFailure } from "./failures";

export class Attempt {
  told = $state("");
  busy = $state(false);

  make = async (work: () => Promise<unknown>): Promise<void> => {
    this.told = "";
    this.busy = true;
    try {
      await work();
    } catch (error) {
      this.told = tellFailure(error);
    }
    this.busy = false;
  };
}
