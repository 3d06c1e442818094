import type { Me } from "@servicechat/contract/admin";
import { asProblem } from "./api-problem.ts";
import type { Api } from "./create-api.ts";
import { retryWait } from "./retry-wait.ts";

/** The state of an event stream: `lost` was interrupted, `refused` got a status that is not 200. Both are tried again. */
export type EventStreamState = "open" | "lost" | "refused";

/** The lock of the background tab that keeps the stream. */
const turnName = "servicechat:console-events";

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
 * Opens an event stream that stays open. Of the browser's background tabs only one keeps it, since with HTTP/1.1 six
 * streams would leave no connection for the others; a tab that is seen again reconnects.
 *
 * The browser reconnects when the connection breaks, but gives up when the service refuses the stream. Then it is tried
 * again after growing pauses, and at once when the page becomes visible or the network is back. Returns a function that
 * closes it.
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
  /** Whether another background tab has the stream. */
  let isPaused = false;

  function connect(): void {
    clearTimeout(timer);
    const opened = new EventSource(api.address(path));
    source = opened;
    for (const [name, handle] of Object.entries(events))
      opened.addEventListener(name, ({ data }: MessageEvent) => handle(data));
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
    if (source.readyState === EventSource.CLOSED && !isPaused) connect();
  }

  /** Keeps the stream of a background tab until it is seen or closed, if no other one has it; otherwise waits for that. */
  async function takeTurn(until: AbortSignal): Promise<void> {
    const keep = (): Promise<unknown> => new Promise((resolve) => until.addEventListener("abort", resolve));
    const isKept = await navigator.locks.request(turnName, { ifAvailable: true }, (lock) =>
      lock && !until.aborted ? keep().then(() => true) : until.aborted,
    );
    if (isKept || until.aborted) return;
    isPaused = true;
    clearTimeout(timer);
    source.close();
    await navigator.locks.request(turnName, { signal: until }, () => {
      resume();
      return keep();
    });
  }

  function resume(): void {
    if (!isPaused) return;
    isPaused = false;
    connect();
    onMissed();
  }

  /** Ends the turn of a background tab. */
  let seen = new AbortController();
  function follow(): void {
    seen.abort();
    seen = new AbortController();
    if (!document.hidden) {
      resume();
      connectNow();
      // Only pages with a secure address have locks.
    } else if ("locks" in navigator) takeTurn(AbortSignal.any([seen.signal, signal])).catch(() => undefined);
  }

  connect();
  follow();
  addEventListener("online", connectNow, { signal });
  document.addEventListener("visibilitychange", follow, { signal });
  return () => {
    closed.abort();
    clearTimeout(timer);
    source.close();
  };
}
