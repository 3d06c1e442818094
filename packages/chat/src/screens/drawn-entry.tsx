import type { JSX } from "preact";
import { cleanText } from "@servicechat/contract";
import type { PlaceInGroup } from "../answer-view/groups.ts";
import type { Line } from "../conversation/conversation.ts";
import { useChat } from "../context/chat-context.ts";
import { FileView } from "./lazy-input-controls.tsx";
import { ReplyView } from "./reply-view.tsx";

/** One entry, and its position. */
export interface DrawnEntryProps extends PlaceInGroup {
  readonly entry: Line;
  readonly last: boolean;
}

/** A message with its time, or an answer. An answer to a question is drawn in the question. */
export function DrawnEntry(props: DrawnEntryProps): JSX.Element | null {
  const { entry, last, namesAuthor, follows, isEnd } = props;
  const { lazy, words } = useChat();
  if (entry.from === "agent") {
    return (
      // Where nothing can hover, a tap focuses the entry, which shows its time and its tools.
      <li tabIndex={-1}>
        <ReplyView reply={entry} last={last} namesAuthor={namesAuthor} />
      </li>
    );
  }
  if (entry.from !== "visitor") {
    const PeopleLine = lazy.handoff.module.value?.PeopleLine;
    return PeopleLine ? <PeopleLine line={entry} {...{ namesAuthor, follows, isEnd }} /> : null;
  }
  const { file, text, at } = entry;
  if (!file && text === "") {
    const LateAnswer = lazy.inputControls.module.value?.LateAnswer;
    return LateAnswer ? <LateAnswer entry={entry} /> : null;
  }
  const TimeNote = lazy.answerView.module.value?.TimeNote;
  const EditButton = lazy.messageTools.module.value?.EditButton;
  return (
    <li class={follows ? "said follows" : "said"} tabIndex={-1}>
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
      {TimeNote && at !== undefined && <TimeNote at={at} isEnd={isEnd} />}
    </li>
  );
}
