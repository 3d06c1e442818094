/** The number of pieces after which they are joined into one. */
const maxPieces = 16;

interface GrowingText {
  isEmpty(): boolean;
  add(piece: string): void;
  /** Returns the text and starts again with an empty one. */
  take(): string;
}

/**
 * Collects a text that arrives in small pieces and is read at its end. A string built with `+=` keeps every piece, and a node
 * that links it, until it is read: several times the size of the text, in each of many open replies.
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
