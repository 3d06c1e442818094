import type { JSX, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Feedback } from "@servicechat/contract";
import type { ReplyEntry } from "../conversation/conversation.ts";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import { CommentForm } from "./comment-form.tsx";
import { withWords } from "../words/service-words.ts";

/** Says that an answer helped, or did not and why. Clicking the selected one again removes the rating. */
export function RatingButtons({ reply }: { reply: ReplyEntry }): JSX.Element {
  const { ratings, words: plain } = useChat();
  const words = withWords(enTools, plain);
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState("");
  /** The rating that could not be saved, for trying again. */
  const [lost, setLost] = useState<{ readonly feedback: Feedback | null }>();
  const down = useRef<HTMLButtonElement>(null);
  const rating = ratings.feedbackOf(reply)?.rating;

  async function rate(feedback: Feedback | null): Promise<boolean> {
    setLost(undefined);
    setSaid("");
    try {
      const counts = await ratings.rate(reply, feedback);
      if (counts && feedback) setSaid(words.thanks);
      return counts;
    } catch {
      setLost({ feedback });
      return false;
    }
  }

  function press(pressed: Feedback["rating"]): void {
    const isTakenBack = rating === pressed;
    setAsking(pressed === "down" && !isTakenBack);
    void rate(isTakenBack ? null : { rating: pressed });
  }

  function closeForm(): void {
    setAsking(false);
    down.current?.focus();
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
          close={closeForm}
          send={async (comment) => (await rate({ rating: "down", comment })) && closeForm()}
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
