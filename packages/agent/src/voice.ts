import type { AgentEvent } from "./agent.ts";
import { createGrowingText } from "./growing-text.ts";

/** What the visitor hears of a reply: every piece of text goes through here, in order. */
export interface Voice {
  readonly say: (piece: string) => void;
  /** The model thinks: the visitor is told so once, until it speaks or has used tools. */
  readonly think: () => void;
  /** Takes what was said since the last time. What is said next begins a new paragraph. */
  readonly takeText: () => string;
  /** Whether there was more than white space. */
  readonly hasSpoken: boolean;
  /** Whether the reply was cut because it grew beyond its length. */
  readonly isFull: boolean;
}

/** @param onFull Called once, with the piece that would go beyond `maxLength` characters; nothing is said any more */
export function createVoice({
  emit,
  maxLength,
  onFull,
}: {
  readonly emit: (event: AgentEvent) => void;
  readonly maxLength: number;
  readonly onFull: () => void;
}): Voice {
  let length = 0;
  const stretch = createGrowingText();
  let endsOpen = false;
  let isThinking = false;

  const voice = {
    hasSpoken: false,
    isFull: false,
    say(piece: string) {
      if (voice.isFull || piece === "") return;
      if (length + piece.length > maxLength) {
        voice.isFull = true;
        return onFull();
      }
      // Text before and after a tool's use are different sentences, but one text for who concatenates the events.
      const isNewParagraph = stretch.isEmpty && endsOpen && !/^\s/.test(piece);
      isThinking = false;
      stretch.add(piece);
      length += piece.length;
      voice.hasSpoken ||= piece.trim() !== "";
      emit({ type: "text", data: isNewParagraph ? `\n\n${piece}` : piece });
    },
    think() {
      if (isThinking || voice.isFull) return;
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
  return voice;
}
