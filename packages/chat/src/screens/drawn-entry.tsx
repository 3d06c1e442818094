import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import type { Line } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
import { FileView } from "./lazy-input-controls.tsx";
import { ReplyView } from "./reply-view.tsx";

/** One entry, and its position. */
export interface DrawnEntryProps {
  readonly entry: Line;
  readonly last: boolean;
  /** Whether somebody else speaks for the service than before. */
  readonly namesAuthor: boolean;
  /** Whether nothing that the visitor has sent follows directly. */
  readonly isEnd: boolean;
}

/** A message with its time, or an answer. An answer to a question is drawn in the question. */
export function DrawnEntry({ entry, last, namesAuthor, isEnd }: DrawnEntryProps): JSX.Element | null {
  const { lazy, words } = useChat();
  if (entry.from === "agent") {
    return (
      <li>
        <ReplyView reply={entry} last={last} namesAuthor={namesAuthor} />
      </li>
    );
  }
  if (entry.from !== "visitor") {
    const PeopleLine = lazy.handoff.module.value?.PeopleLine;
    return PeopleLine ? <PeopleLine line={entry} namesAuthor={namesAuthor} /> : null;
  }
  const { file, text, at } = entry;
  if (!file && text === "") {
    const LateAnswer = lazy.inputControls.module.value?.LateAnswer;
    return LateAnswer ? <LateAnswer entry={entry} /> : null;
  }
  const TimeNote = lazy.answerView.module.value?.TimeNote;
  const EditButton = lazy.messageTools.module.value?.EditButton;
  return (
    <li class="said">
      {file ? (
        <FileView file={file} />
      ) : (
        <p class="bubble" dir="auto">
          <span class="unseen" dir="auto">
            {words.you}{" "}
          </span>
          {cleanText(text)}
        </p>
      )}
      {EditButton && <EditButton entry={entry} />}
      {TimeNote && isEnd && at !== undefined && <TimeNote at={at} />}
    </li>
  );
}
