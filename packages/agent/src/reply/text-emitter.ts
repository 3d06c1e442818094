import type { AgentEvent } from "../agent.ts";
import { createGrowingText } from "./growing-text.ts";

/** The visible text of a reply: every piece of text goes through here, in order. */
export interface TextEmitter {
  readonly say: (piece: string) => void;
  /** The model thinks: the visitor is told once, until it writes or has used tools. */
  readonly think: () => void;
  /** Returns the text since the last call. Later text begins a new paragraph. */
  readonly takeText: () => string;
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

  function speak(piece: string): void {
    // Text before and after a tool's use are different sentences, but one text for who concatenates the events.
    const isNewParagraph = stretch.isEmpty() && endsOpen && !/^\s/.test(piece);
    isThinking = false;
    stretch.add(piece);
    length += piece.length;
    emitter.hasSpoken ||= piece.trim() !== "";
    emit({ type: "text", data: isNewParagraph ? `\n\n${piece}` : piece });
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
    takeText() {
      isThinking = false;
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
