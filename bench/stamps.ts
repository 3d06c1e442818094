/**
 * Timestamps inside an answer's text: the model writes ` 1234.56;` as a token when it emits it, and readers of the text
 * find it again, in whatever format it arrives. All processes of one machine share the clock.
 */

/** Milliseconds of the machine's monotonic clock. */
export function machineMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

/** A time as a token. */
export function stamp(ms: number): string {
  return ` ${ms.toFixed(2)};`;
}

/** Finds stamps in text that arrives in chunks; one that is split is found with the chunk that completes it. */
export function createStampReader(): { read(piece: string): number[] } {
  let rest = "";

  return {
    read(piece) {
      const text = rest + piece;
      const end = text.lastIndexOf(";") + 1;
      // A stamp is short, so anything further from the end belongs to none.
      rest = text.slice(Math.max(end, text.length - 32));
      return [...text.slice(0, end).matchAll(/ (\d+\.\d\d);/g)].map(([, ms]) => Number(ms));
    },
  };
}
