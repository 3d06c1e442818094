import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { ReplyEntry, ReplyPart } from "../conversation/conversation.ts";
import { cleanText } from "@servicechat/contract";
import { isPicture } from "../uploads/is-picture.ts";
import { spoken } from "../words/service-words.ts";
import type { Words } from "../words/words.ts";
import { useChat } from "../context/chat-context.ts";
import type { SourceEntries } from "../context/lazy-modules.ts";
import { ErrorBar } from "./error-bar.tsx";
import { GoOn } from "./go-on.tsx";
import { AnsweredQuestion, ConfirmCard, QuestionForm } from "./lazy-input-controls.tsx";
import { MarkdownView } from "./markdown-view.tsx";
import { ReplyToolsRow } from "./reply-tools-row.tsx";
import { useIsAway } from "./notice-line.tsx";
import { ToolView } from "./tool-view.tsx";

/** One answer of the agent. `last`: nothing follows it, so it can be retried. */
export function ReplyView({ reply, last }: { reply: ReplyEntry; last: boolean }): JSX.Element {
  const { handoff, lazy, words, config } = useChat();
  const isAway = useIsAway();
  const isUnsent = reply.status === "waiting" && isAway;
  const live = reply.status === "waiting" || reply.status === "streaming";
  const { parts, error } = reply;
  const isBusy = parts.some((part) => part.type === "tool" && part.status === "running");
  const ending = endingOf(reply, words);
  const sources = useRef<SourceEntries>(new Map()).current;
  const Sources = lazy.answerView.module.value?.AnswerSources;
  return (
    <article class={live ? "reply live" : "reply"} aria-busy={live}>
      <span class="unseen">{words.agent(cleanText(config.agent.name))}</span>
      {parts.map((part, index) => (
        <PartView
          key={part.type === "question" ? part.id : index}
          reply={reply}
          part={part}
          live={live}
          growing={live && index === parts.length - 1}
          sources={sources}
        />
      ))}
      {isUnsent && <p class="progress unsent">{words.unsent}</p>}
      {live &&
        !isUnsent &&
        !ending &&
        !handoff.value?.isHeld.value &&
        (reply.progress || (parts.at(-1)?.type !== "text" && !isBusy)) && (
          <p class="progress">
            <span class="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {reply.progress && (
              <span class="shimmer" dir="auto">
                {spoken(reply.progress, words)}
              </span>
            )}
          </p>
        )}
      {!live && Sources && <Sources reply={reply} sources={sources} />}
      {ending && <p class="ending">{ending}</p>}
      {last && reply.ending === "length" && <GoOn />}
      {error && <ErrorBar error={error} canRetry={last} />}
      <ReplyToolsRow reply={reply} last={last} />
    </article>
  );
}

function PartView(props: {
  reply: ReplyEntry;
  part: ReplyPart;
  live: boolean;
  growing: boolean;
  sources: SourceEntries;
}): JSX.Element | null {
  const { reply, part, live, growing, sources } = props;
  const Image = useChat().lazy.answerView.module.value?.ImageView;
  switch (part.type) {
    case "text":
      return <MarkdownView reply={reply} part={part} live={growing} sources={sources} />;
    case "tool":
      // The question itself is drawn, so its tool is not shown.
      return part.name === "AskUserQuestion" ? null : <ToolView reply={reply} tool={part} live={live} />;
    case "image":
      return Image ? <Image image={part} isSafe={isPicture(part.mediaType)} /> : null;
    case "question":
      if (part.confirm) return <ConfirmCard part={part} confirm={part.confirm} />;
      return part.answer && !part.answer.plainText ? (
        <AnsweredQuestion questions={part.questions} answer={part.answer} />
      ) : (
        <QuestionForm part={part} />
      );
  }
}

/** How an answer ended, if it is incomplete. */
export function endingOf(reply: ReplyEntry, words: Words): string | undefined {
  const { status, stopping } = reply;
  if (reply.taken) return undefined;
  if (status === "stopped" || (status === "streaming" && stopping)) return words.stopped;
  if (status === "incomplete" && !reply.error) return words.incomplete;
  if (reply.ending === "filtered") return words.filtered;
  return reply.ending && words.truncated;
}
