/** Longest time that text waits for more, once the first piece has left, in milliseconds. */
const gatherMs = 30;

/**
 * Gathers text between the model and the stream. The first piece leaves at once, so the visitor sees the answer begin;
 * later pieces wait up to 30 ms and leave as one event: fewer events to number, keep and send, and no token lengths to
 * be read from encrypted traffic.
 *
 * What it sends can be kept by every database unchanged: a surrogate pair is never split, a lone one and NUL become
 * U+FFFD.
 */
export function createTextGatherer(send: (text: string) => void) {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;

  function release(end: number): void {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting.slice(0, end);
    waiting = waiting.slice(end);
    if (text === "") return;
    isFirst = false;
    send(text.toWellFormed().replaceAll("\0", "\ufffd"));
  }

  /** All but the first half of a pair whose second half is still to come. */
  function releaseWholeCharacters(): void {
    const last = waiting.charCodeAt(waiting.length - 1);
    release(last >= 0xd800 && last <= 0xdbff ? waiting.length - 1 : waiting.length);
  }

  return {
    add(piece: string): void {
      waiting += piece;
      if (isFirst) releaseWholeCharacters();
      else timer ??= setTimeout(releaseWholeCharacters, gatherMs);
    },
    /** Sends all that waits: before an event of another kind, and at the end. */
    flush(): void {
      release(waiting.length);
    },
  };
}
