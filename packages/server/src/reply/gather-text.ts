/** Longest time that text waits for more, once the first piece has left, in milliseconds. */
const gatherMs = 50;
/** Texts that are due within this many milliseconds of each other leave together: waking up costs more than sending. */
const togetherMs = 9;

/** The text of one reply, between the model and the stream. */
interface TextGatherer {
  add(piece: string): void;
  /** Sends all that waits: before an event of another kind, and at the end. */
  flush(): void;
}

/**
 * Gathers the texts of all replies between the model and the streams. The first piece of a reply leaves at once, so the
 * visitor sees the answer begin; later pieces wait up to 50 ms and leave as one event: fewer events to number, keep and
 * send, and no token lengths to be read from encrypted traffic.
 *
 * Every database can store the text unchanged: a surrogate pair is never split, a lone one and NUL become
 * U+FFFD.
 *
 * @returns what makes the gatherer of one reply
 */
export function createTextGathering(): (send: (text: string) => void) => TextGatherer {
  /** In the order in which they are due. */
  const waiting: { readonly release: () => void; readonly dueAt: number }[] = [];
  let isTimed = false;

  function wait(release: () => void): void {
    waiting.push({ release, dueAt: performance.now() + gatherMs });
    if (!isTimed) wakeIn(gatherMs - togetherMs);
  }

  function wakeIn(ms: number): void {
    isTimed = true;
    setTimeout(releaseDue, ms);
  }

  function releaseDue(): void {
    const now = performance.now();
    const firstEarly = waiting.findIndex(({ dueAt }) => dueAt > now + togetherMs);
    const due = waiting.splice(0, firstEarly === -1 ? waiting.length : firstEarly);
    const [next] = waiting;
    isTimed = next !== undefined;
    if (next) wakeIn(next.dueAt - now);
    for (const { release } of due) release();
  }

  return (send) => createGatherer(send, wait);
}

function createGatherer(send: (text: string) => void, wait: (release: () => void) => void): TextGatherer {
  let gathered = "";
  let isWaiting = false;
  let isFirst = true;

  function release(kept = ""): void {
    const text = kept === "" ? gathered : gathered.slice(0, -kept.length);
    gathered = kept;
    if (text === "") return;
    isFirst = false;
    send(text.toWellFormed().replaceAll("\0", "\ufffd"));
  }

  /** All but the first half of a pair whose second half is still to come. */
  function releaseWholeCharacters(): void {
    isWaiting = false;
    const last = gathered.charCodeAt(gathered.length - 1);
    release(last >= 0xd800 && last <= 0xdbff ? gathered.slice(-1) : "");
  }

  return {
    add(piece) {
      gathered += piece;
      if (isFirst) return releaseWholeCharacters();
      if (isWaiting) return;
      isWaiting = true;
      wait(releaseWholeCharacters);
    },
    flush: () => release(),
  };
}
