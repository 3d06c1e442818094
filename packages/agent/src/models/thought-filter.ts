const opening = "<think>";
const closing = "</think>";

/** Takes a model's thoughts out of its text. */
interface ThoughtFilter {
  say(piece: string): void;
  /** The text is over: what could still have become a mark was none. */
  end(): void;
}

/**
 * Some servers leave the thoughts of a model where the model writes them: between `<think>` and `</think>` at the very
 * beginning of its text. They are looked for only there, since an answer may mention these marks. Text is held back for
 * as long as it may still become the first of them, which is over with its first letter in most answers.
 */
export function createThoughtFilter({
  onText,
  onThinking,
}: {
  readonly onText: (piece: string) => void;
  readonly onThinking: () => void;
}): ThoughtFilter {
  let state: "beginning" | "thinking" | "over" | "speaking" = "beginning";
  let held = "";

  function speak(): void {
    state = "speaking";
    if (held !== "") onText(held);
    held = "";
  }

  return {
    say(piece) {
      if (state === "speaking") return onText(piece);
      held += piece;
      if (state === "beginning") {
        const text = held.trimStart();
        if (!text.startsWith(opening)) {
          if (!opening.startsWith(text)) speak();
          return;
        }
        state = "thinking";
        held = text.slice(opening.length);
      }
      if (state === "thinking") {
        onThinking();
        const end = held.indexOf(closing);
        if (end === -1) {
          held = held.slice(1 - closing.length);
          return;
        }
        state = "over";
        held = held.slice(end + closing.length);
      }
      // The answer begins with its first letter.
      held = held.trimStart();
      if (held !== "") speak();
    },
    end() {
      if (state === "beginning") speak();
    },
  };
}
