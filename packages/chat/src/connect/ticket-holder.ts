/** Holds the embed ticket and gets a new one from the launcher. */
interface TicketHolder {
  readonly current: () => string;
  /** Asks the launcher; concurrent calls share one request. `undefined`: there is no ticket. */
  readonly refresh: () => Promise<string | undefined>;
  /** Called with the launcher's answer; empty if there is none. */
  readonly receive: (ticket: string) => void;
}

/** Milliseconds that the launcher may take, since it asks the service. */
const patience = 15_000;

/** Creates the holder. `ask` sends the question to the launcher, whose answer is passed to `receive`. */
export function createTicketHolder(first: string, ask: () => void): TicketHolder {
  let ticket = first;
  const waiting: ((fresh: string | undefined) => void)[] = [];
  let timer: ReturnType<typeof setTimeout>;
  function receive(fresh: string): void {
    clearTimeout(timer);
    if (fresh !== "") ticket = fresh;
    for (const resolve of waiting.splice(0)) resolve(fresh || undefined);
  }
  return {
    current: () => ticket,
    refresh: () =>
      new Promise((resolve) => {
        if (waiting.push(resolve) > 1) return;
        timer = setTimeout(receive, patience, "");
        ask();
      }),
    receive,
  };
}
