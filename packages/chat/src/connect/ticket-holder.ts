/** Holds the embed ticket and gets a fresh one from the launcher. */
export interface TicketHolder {
  readonly current: () => string;
  /** Asks the launcher; all who ask while one is on its way get that one. `undefined`: none can be had. */
  readonly refresh: () => Promise<string | undefined>;
  /** The launcher's answer; empty when none can be had. */
  readonly receive: (ticket: string) => void;
}

/** Makes the holder. `ask` sends the question to the launcher, whose answer comes to `receive`. */
export function createTicketHolder(first: string, ask: () => void): TicketHolder {
  let ticket = first;
  let waiting: ((fresh: string | undefined) => void)[] = [];
  return {
    current: () => ticket,
    refresh: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) ask();
      }),
    receive(fresh) {
      if (fresh !== "") ticket = fresh;
      const answered = waiting;
      waiting = [];
      for (const resolve of answered) resolve(fresh || undefined);
    },
  };
}
