/** So many pieces are kept apart before they become one. */
const maxPieces = 16;

interface GrowingText {
  isEmpty(): boolean;
  add(piece: string): void;
  /** Gives the text and begins anew. */
  take(): string;
}

/**
 * A text that comes in small pieces and is asked for at its end. A string that grows by `+=` keeps every piece, and a
 * node to tie it in, for as long as nobody reads it: several times the text's own size, in each of many open replies.
 */
export function createGrowingText(): GrowingText {
  let pieces: string[] = [];

  return {
    isEmpty: () => pieces.length === 0,
    add(piece) {
      if (piece === "") return;
      pieces.push(piece);
      if (pieces.length === maxPieces) pieces = [pieces.join("")];
    },
    take() {
      const text = pieces.join("");
      pieces = [];
      return text;
    },
  };
}
