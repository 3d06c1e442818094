import type { Me } from "@servicechat/contract/admin";
import { asProblem } from "./api-problem.ts";
import type { Api } from "./create-api.ts";
import { retryWait } from "./retry-wait.ts";

/** The state of an event stream: `lost` was interrupted, `refused` got a status that is not 200. Both are tried again. */
export type EventStreamState = "open" | "lost" | "refused";

/** What becomes of the stream. */
interface EventStreamReader {
  /** The events it wants, by their names. */
  readonly events: Readonly<Record<string, (data: unknown) => void>>;
  /** Called when the state changes. */
  readonly onState: (state: EventStreamState) => void;
  /** Called when the stream is open again without its position, so that any event may have been missed. */
  readonly onMissed: () => void;
}

/**
 * Opens an event stream that stays open. The browser reconnects when the connection breaks, but gives up when the service
 * refuses the stream. Then it is tried again after growing pauses, and at once when the page becomes visible or the network
 * is back. Returns a function that closes it.
 */
export function openEventStream(
  api: Api,
  path: string,
  { events, onState, onMissed }: EventStreamReader,
): () => void {
  const closed = new AbortController();
  const { signal } = closed;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;

  function connect(): void {
    clearTimeout(timer);
    const opened = new EventSource(api.address(path));
    source = opened;
    for (const [name, hear] of Object.entries(events))
      opened.addEventListener(name, ({ data }: MessageEvent) => hear(data));
    opened.addEventListener("open", () => {
      onState("open");
      if (refusals > 0) onMissed();
      refusals = 0;
    });
    opened.addEventListener("error", () => {
      if (opened.readyState !== EventSource.CLOSED) return onState("lost");
      refusals += 1;
      onState("refused");
      void connectLater(opened);
    });
  }

  /** A refused stream does not show why. Another request does: if the session has ended, this request ends it here too. */
  async function connectLater(refused: EventSource): Promise<void> {
    const problem = await api.get<Me>("me", {}, signal).then(() => undefined, asProblem);
    if (signal.aborted || refused !== source) return;
    timer = setTimeout(connect, retryWait(refusals, problem?.retryAfter));
  }

  function connectNow(): void {
    if (source.readyState === EventSource.CLOSED) connect();
  }

  connect();
  addEventListener("online", connectNow, { signal });
  document.addEventListener("visibilitychange", () => document.hidden || connectNow(), { signal });
  return () => {
    closed.abort();
    clearTimeout(timer);
    source.close();
  };
}
