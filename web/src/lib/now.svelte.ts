/** The current time, updated once a second. */
class Now {
  seconds = $state(Date.now() / 1000);

  constructor() {
    setInterval(() => (this.seconds = Date.now() / 1000), 1000);
  }
}

export const now = new Now();
