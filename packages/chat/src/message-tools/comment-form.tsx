import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { maxCommentLength } from "@servicechat/contract";
import { withoutNul } from "../conversation/plain-json.ts";
import { enTools } from "../words/en-tools.ts";
import { useChat, useOpenForm } from "../context/chat-context.ts";
import { isComposing } from "../screens/is-composing.ts";
import { withWords } from "../words/service-words.ts";

/** Asks what was wrong with an answer, and has the focus from the beginning. It is optional; Escape closes it. */
export function CommentForm({
  send,
  close,
}: {
  send: (comment: string) => unknown;
  close: () => void;
}): JSX.Element {
  const words = withWords(enTools, useChat().words);
  const [comment, setComment] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useOpenForm();
  useLayoutEffect(() => {
    // Otherwise only the field would be scrolled to, without the buttons below it.
    field.current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const isBlank = comment.trim() === "";
  return (
    <form
      ref={form}
      class="comment"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank) send(withoutNul(comment));
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event)) return;
        event.stopPropagation(); // otherwise the frame would close
        close();
      }}
    >
      <label for={id}>{words.whatWasWrong}</label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        dir="auto"
        value={comment}
        maxLength={maxCommentLength}
        onInput={(event) => setComment(event.currentTarget.value)}
      />
      <div class="comment-buttons">
        <button type="button" class="button" onClick={close}>
          {words.noComment}
        </button>
        <button type="submit" class="button primary" aria-disabled={isBlank}>
          {words.sendComment}
        </button>
      </div>
    </form>
  );
}
