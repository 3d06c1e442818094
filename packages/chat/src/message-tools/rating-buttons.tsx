import type { ComponentChildren, JSX, RefObject } from "preact";
import { useRef, useState, useId, useLayoutEffect } from "preact/hooks";
import { maxCommentLength, type Feedback } from "@servicechat/contract";
import type { ReplyEntry } from "../conversation/conversation.ts";
import { enTools } from "../words/en-tools.ts";
import { useChat, useOpenForm } from "../context/chat-context.ts";
import { withWords } from "../words/service-words.ts";
import { withoutNul } from "../conversation/page-data.ts";
import { isComposing } from "../screens/is-composing.ts";

/**
 * Says that an answer helped, or did not and why. Clicking the selected one again removes the rating.
 *
 * @param props.children what follows the buttons in their row
 */
export function RatingButtons(props: { reply: ReplyEntry; children?: ComponentChildren }): JSX.Element {
  const { reply, children } = props;
  const { ratings, commenting, words: plain } = useChat();
  const words = withWords(enTools, plain);
  const isAsking = commenting.value === reply.key;
  /** What was written so far: it is still there when the form is opened again. */
  const [comment, setComment] = useState("");
  const [said, setSaid] = useState("");
  /** The rating that could not be saved, for trying again. */
  const [lost, setLost] = useState<{ readonly feedback: Feedback | null }>();
  const down = useRef<HTMLButtonElement>(null);
  const rating = ratings.value?.feedbackOf(reply)?.rating;

  async function rate(feedback: Feedback | null): Promise<boolean> {
    setLost(undefined);
    setSaid("");
    try {
      const counts = await ratings.value?.rate(reply, feedback);
      if (counts && feedback) setSaid(words.thanks);
      return counts === true;
    } catch {
      setLost({ feedback });
      return false;
    }
  }

  function press(pressed: Feedback["rating"]): void {
    const isTakenBack = rating === pressed;
    commenting.value = pressed === "down" && !isTakenBack ? reply.key : undefined;
    void rate(isTakenBack ? null : { rating: pressed });
  }

  function leaveForm(): void {
    if (commenting.peek() === reply.key) commenting.value = undefined;
  }

  function closeForm(): void {
    leaveForm();
    down.current?.focus();
  }

  async function send(): Promise<void> {
    if (!(await rate({ rating: "down", comment: withoutNul(comment) }))) return;
    setComment("");
    if (commenting.peek() === reply.key) closeForm();
  }

  return (
    <>
      <Thumb label={words.helpful} direction="up" pressed={rating === "up"} press={() => press("up")} />
      <Thumb
        label={words.notHelpful}
        direction="down"
        pressed={rating === "down"}
        press={() => press("down")}
        button={down}
      />
      {children}
      <span class="tools-said" role="status">
        {said}
      </span>
      {lost && (
        <p class="tools-error" role="alert">
          {words.ratingFailed}{" "}
          <button type="button" class="button" onClick={() => void rate(lost.feedback)}>
            {words.retry}
          </button>
        </p>
      )}
      {isAsking && (
        <CommentForm
          comment={comment}
          write={setComment}
          close={closeForm}
          leave={leaveForm}
          send={() => void send()}
        />
      )}
    </>
  );
}

function Thumb(props: {
  label: string;
  direction: Feedback["rating"];
  pressed: boolean;
  press: () => void;
  button?: RefObject<HTMLButtonElement | null>;
}): JSX.Element {
  const { label, direction, pressed, press, button } = props;
  return (
    <button
      {...(button && { ref: button })}
      type="button"
      class={`tool-button thumb-${direction}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={press}
    >
      <svg class="icon" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7.5 11v9.5H4V11zM7.5 11l4-7.5a2.4 2.4 0 0 1 2.3 3L13 9.5h5.3a2 2 0 0 1 2 2.3l-1.1 7a2 2 0 0 1-2 1.7H7.5" />
      </svg>
    </button>
  );
}

/**
 * Asks what was wrong with an answer, and has the focus from the beginning. It is optional: Escape closes it, and so does
 * what the visitor sends instead.
 *
 * @param props.close closes it, with the focus back where it was opened
 * @param props.leave closes it for a visitor who is somewhere else by now
 */
function CommentForm(props: {
  comment: string;
  write: (comment: string) => void;
  send: () => void;
  close: () => void;
  leave: () => void;
}): JSX.Element {
  const { comment, write, send, close, leave } = props;
  const { chat, words: plain } = useChat();
  const words = withWords(enTools, plain);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useOpenForm();
  useLayoutEffect(() => {
    // Otherwise only the field would be scrolled to, without the buttons below it.
    field.current?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  // What another tab has sent has the key of its message.
  const sent = chat.conversation.value.findLast(
    ({ from, key }) => from === "visitor" && !key.startsWith("msg_"),
  )?.key;
  const sentBefore = useRef(sent);
  // Also when its answer is gone: nothing is asked about it any longer.
  useLayoutEffect(() => leave, []);
  useLayoutEffect(() => {
    if (sent !== sentBefore.current) leave();
  }, [sent]);
  const isBlank = comment.trim() === "";
  return (
    <form
      ref={form}
      class="comment"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank) send();
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
        onInput={(event) => write(event.currentTarget.value)}
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
