import type { AgentEvent } from "../agent.ts";

/** The visible text of a reply: every piece of text goes through here, in order. */
export interface TextEmitter {
  readonly say: (piece: string) => void;
  /** The model thinks: the visitor sees that once, until it writes or has used tools. */
  readonly think: () => void;
  /** Returns the text since the last call. Later text begins a new paragraph. */
  readonly takeText: () => string;
  /** The text since the last `takeText` was thoughts: it is not part of the reply. */
  readonly unsay: () => void;
  /** What was unsaid. */
  readonly thoughts: readonly { readonly start: number; readonly end: number }[];
  /** Whether there was more than white space. */
  readonly hasSpoken: boolean;
  /** Whether the reply was cut because it grew beyond its length. */
  readonly isFull: boolean;
}

/**
 * @param onFull called once, after as much of the piece that exceeds `maxLength` characters as fits; later text is
 *   ignored
 */
export function createTextEmitter({
  emit,
  maxLength,
  onFull,
}: {
  readonly emit: (event: AgentEvent) => void;
  readonly maxLength: number;
  readonly onFull: () => void;
}): TextEmitter {
  let length = 0;
  const stretch = createGrowingText();
  let endsOpen = false;
  let isThinking = false;
  /** Of all that was emitted, and of what was emitted before the current stretch. */
  let emitted = 0;
  let before = 0;
  const thoughts: { readonly start: number; readonly end: number }[] = [];

  function speak(piece: string): void {
    // Text before and after a tool's use are different sentences, but one text for who concatenates the events.
    const isNewParagraph = stretch.isEmpty() && endsOpen && !/^\s/.test(piece);
    isThinking = false;
    stretch.add(piece);
    length += piece.length;
    emitter.hasSpoken ||= piece.trim() !== "";
    const data = isNewParagraph ? `\n\n${piece}` : piece;
    emitted += data.length;
    emit({ type: "text", data });
  }

  const emitter = {
    hasSpoken: false,
    isFull: false,
    say(piece: string) {
      if (emitter.isFull || piece === "") return;
      const fitting = beginningOf(piece, maxLength - length);
      if (fitting !== "") speak(fitting);
      if (fitting === piece) return;
      emitter.isFull = true;
      onFull();
    },
    think() {
      if (isThinking || emitter.isFull) return;
      isThinking = true;
      emit({ type: "progress", data: "Thinking" });
    },
    thoughts,
    unsay() {
      if (stretch.take() === "") return;
      // For who has seen them, the answer is another paragraph; after earlier text it is one anyway.
      if (!endsOpen) {
        emitted += 2;
        emit({ type: "text", data: "\n\n" });
      }
      thoughts.push({ start: before, end: emitted });
      before = emitted;
    },
    takeText() {
      isThinking = false;
      before = emitted;
      const taken = stretch.take();
      if (taken !== "") endsOpen = !/\s$/.test(taken);
      return taken;
    },
  };
  return emitter;
}

/** At most this many UTF-16 units of a text, without half a character at its end. */
function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

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
function createGrowingText(): GrowingText {
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
