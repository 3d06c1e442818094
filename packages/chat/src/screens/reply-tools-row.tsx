import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textOf, type ReplyEntry } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";

/** The quiet row below an answer that has ended. Its space is reserved until its content has loaded. */
export function ReplyToolsRow({ reply, last }: { reply: ReplyEntry; last: boolean }): JSX.Element | null {
  const { messageTools } = useChat().lazy;
  useEffect(() => void messageTools.load(), []);
  if (reply.status === "waiting" || reply.status === "streaming" || textOf(reply) === "") return null;
  const module = messageTools.module.value;
  return (
    <div class={last ? "tools last" : "tools"}>
      {module && <module.ReplyTools reply={reply} last={last} />}
    </div>
  );
}
