/** Holds the embed ticket and gets a fresh one from the launcher. */
interface TicketHolder {
  readonly current: () => string;
  /** Asks the launcher; all who ask while one is on its way get that one. `undefined`: none can be had. */
  readonly refresh: () => Promise<string | undefined>;
  /** The launcher's answer; empty when none can be had. */
  readonly receive: (ticket: string) => void;
}

/** Milliseconds that the launcher may take, which asks the service. */
const patience = 15_000;

/** Makes the holder. `ask` sends the question to the launcher, whose answer comes to `receive`. */
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
