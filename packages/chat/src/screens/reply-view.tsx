import type { JSX } from "preact";
import { useRef, useEffect } from "preact/hooks";
import { cleanText, type StreamError } from "@servicechat/contract";
import { textOf, type ReplyEntry, type ReplyPart } from "../conversation/conversation.ts";
import { isPicture } from "../uploads/attachment.ts";
import { spoken, failureText } from "../words/service-words.ts";
import type { Words } from "../words/words.ts";
import { useChat } from "../context/chat-context.ts";
import type { SourceEntries, AnswerTextProps, ToolProps } from "../lazy/lazy-modules.ts";
import { AnsweredQuestion, ConfirmCard, QuestionForm } from "./lazy-input-controls.tsx";
import { Logo } from "./logo.tsx";
import { useIsAway } from "./notice-line.tsx";
import { icon } from "./icon.tsx";

/**
 * One answer of the agent. Screen readers always hear that an AI wrote it.
 *
 * @param props.last nothing follows it, so it can be retried
 * @param props.namesAuthor a person spoke before, so that the author is shown too
 */
export function ReplyView(props: {
  reply: ReplyEntry;
  last: boolean;
  namesAuthor: boolean | undefined;
}): JSX.Element {
  const { reply, last, namesAuthor } = props;
  const { handoff, lazy, words, config } = useChat();
  const isAway = useIsAway();
  const isUnsent = reply.status === "waiting" && isAway;
  const live = reply.status === "waiting" || reply.status === "streaming";
  const { parts, error } = reply;
  const name = cleanText(config.agent.name);
  const isBusy = parts.some((part) => part.type === "tool" && part.status === "running");
  const ending = endingOf(reply, words);
  const sources = useRef<SourceEntries>(new Map()).current;
  const Sources = lazy.answerView.module.value?.AnswerSources;
  const Tools = lazy.messageTools.module.value;
  return (
    <article class={live ? "reply live" : "reply"} aria-busy={live}>
      <span class="unseen">{words.agent(`${name} (${words.ai})`)}</span>
      {namesAuthor && (
        <p class="author" aria-hidden="true">
          <Logo size={22} />
          <span>
            <bdi>{name}</bdi> · {words.ai}
          </span>
        </p>
      )}
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
      {last && reply.ending === "length" && Tools && <Tools.GoOn />}
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

/** Draws a text of an answer; as plain text until the part that parses it has loaded. */
function MarkdownView(props: AnswerTextProps): JSX.Element {
  const Text = useChat().lazy.answerView.module.value?.AnswerText;
  return Text ? (
    <Text {...props} />
  ) : (
    <p class="unread" dir="auto">
      {cleanText(props.part.text)}
    </p>
  );
}

/** Draws the use of a tool; only its progress until the part that draws answers has loaded. */
function ToolView(props: ToolProps): JSX.Element {
  const { lazy, words } = useChat();
  const Line = lazy.answerView.module.value?.ToolLine;
  return Line ? (
    <Line {...props} />
  ) : (
    <p class="later" dir="auto">
      {spoken(props.tool.title, words)}
    </p>
  );
}

/** The quiet row below an answer that has ended. Its space is reserved until its content has loaded. */
function ReplyToolsRow({ reply, last }: { reply: ReplyEntry; last: boolean }): JSX.Element | null {
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

/** Says that an answer failed; offers a retry if that may help. */
function ErrorBar({ error, canRetry }: { error: StreamError; canRetry: boolean }): JSX.Element {
  const { chat, words } = useChat();
  return (
    <div class="error-bar">
      {icon("alert", 18)}
      <p dir="auto">{errorText(error, words)}</p>
      {canRetry && error.retryable && chat.state.value !== "unavailable" && (
        <button type="button" class="button" onClick={() => chat.retry()}>
          {icon("retry", 15)}
          {words.retry}
        </button>
      )}
    </div>
  );
}

/** The sentence for an error: our own for the visitor's actions, otherwise the service's. */
export function errorText({ code, message }: StreamError, words: Words): string {
  if (code === "stopped") return words.stopped;
  return failureText(code, message, words);
}
