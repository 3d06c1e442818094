import type { JSX } from "preact";
import type { ReplyEntry } from "../conversation/conversation.ts";
import { messageIdOf } from "../conversation/message-id-of.ts";
import { useChat } from "../context/chat-context.ts";
import { CopyAnswer } from "./copy-answer.tsx";
import { FollowUps } from "./follow-ups.tsx";
import { RatingButtons } from "./rating-buttons.tsx";

/** Actions on an answer: copy it, rate it, and ask a suggested question below the newest. */
export function ReplyTools({ reply, last }: { reply: ReplyEntry; last: boolean }): JSX.Element {
  const { chat } = useChat();
  const canRate = chat.agent.value?.feedback && messageIdOf(reply) !== undefined;
  return (
    <>
      <CopyAnswer reply={reply} />
      {canRate && <RatingButtons reply={reply} />}
      {last && <FollowUps reply={reply} />}
    </>
  );
}
