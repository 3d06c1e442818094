import { label, labelledData, neutral } from "@servicechat/agent";
import type { ModelMessage } from "@servicechat/agent";
import { callResults } from "@servicechat/agent/call-results";
import type { MessagePart, AnswerPart, ToolPart } from "@servicechat/contract";
import type { ToldReply, RecentTurn, UserMessageRecord } from "@servicechat/storage";
import type { AttachmentsOf } from "../files/load-attachments.ts";
import { givesConsent, questionsAndAnswers } from "./given-answer.ts";
import { isForeignTool } from "../views/foreign-tool.ts";
import { closeTranscript, type OpenCall } from "./approved-call.ts";

/**
 * The conversation as a model sees it. A reply that ended with a question left a tool call open: the visitor's next
 * turn is its result, whether it came through the form or in plain words, and what else the turn says follows.
 */
export function modelMessages(turns: readonly RecentTurn[], attachmentsOf: AttachmentsOf): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let open: OpenCall | undefined;
  const returned = findReturn(turns);
  for (const [position, turn] of turns.entries()) {
    if (isTriedAgain(turn, turns[position + 1])) continue;
    const { result, rest } = open ? resultOf(open, turn) : { result: undefined, rest: turn.messages };
    if (open && result) messages.push(resultMessage(open, result));
    const attachments = attachmentsOf(turn);
    if (turn === returned?.turn) messages.push({ role: "user", text: handoffIsOver(returned.name) });
    const text = rest.map(textOf).join("\n\n");
    if (rest.length > 0)
      messages.push({ role: "user", text, ...(attachments.length > 0 && { attachments }) });

    const { reply } = turn;
    if (reply.author?.kind === "person") {
      messages.push({ role: "assistant", text: wordsOf(reply.author.name, reply.content), toolCalls: [] });
      open = undefined;
      continue;
    }
    const transcript = closeTranscript(reply);
    open = transcript.open;
    messages.push(...transcript.entries);
    // After a crash, a stop or a take-over there may be stored text that is in no transcript entry.
    if (transcript.entries.length === 0) {
      const kept = [reply.content, leftTools(reply) ?? ""].filter((each) => each.trim() !== "").join("\n\n");
      if (kept !== "") messages.push({ role: "assistant", text: kept, toolCalls: [] });
    }
  }
  return messages;
}

/** The first turn that is the agent's again after a person's last words, and who said them. */
function findReturn(turns: readonly RecentTurn[]) {
  const last = turns.findLastIndex(({ reply }) => reply.author?.kind === "person");
  const author = turns[last]?.reply.author;
  const turn = turns.slice(last + 1).find(({ reply }) => !reply.author);
  return author?.kind === "person" && turn ? { turn, name: author.name } : undefined;
}

/** A person's messages, as that person's words: the agent must not take them for its own, nor their promises. */
function wordsOf(name: string, content: string): string {
  return `${label(`Written by ${name}, a person of this site's team, not by you`)}\n${neutral(content)}`;
}

function handoffIsOver(name: string): string {
  return label(
    `The handoff is over: ${name} has left the chat to you. What ${name} told the visitor holds; do not ask for a person ` +
      "again because of what was settled",
  );
}

/** Whether a turn got no reply and the next one has the same messages: the visitor has tried again, and counts once. */
function isTriedAgain({ messages, reply }: RecentTurn, next: RecentTurn | undefined): boolean {
  const isEmpty = reply.content === "" && reply.parts.length === 0 && reply.transcript.length === 0;
  return isEmpty && next !== undefined && said(messages) === said(next.messages);
}

/** The messages of a turn, for comparison. */
function said(messages: readonly UserMessageRecord[]): string {
  return JSON.stringify(messages.map(({ parts }) => parts));
}

interface Result {
  readonly text: string;
  readonly failed: boolean;
}

interface ReadTurn {
  readonly result: Result;
  /** The turn's other messages. */
  readonly rest: readonly UserMessageRecord[];
}

function resultMessage({ call }: OpenCall, { text, failed }: Result): ModelMessage {
  return { role: "tool", callId: call.id, name: call.name, result: text, failed };
}

/** The turn's result for the call that the previous reply left open. */
function resultOf({ question }: OpenCall, { messages, reply }: RecentTurn): ReadTurn {
  const answering = messages.find(({ parts }) => parts.some((part) => answers(part, question?.id)));
  const part = answering?.parts.find((each) => answers(each, question?.id));
  const rest = messages.filter((message) => message !== answering);
  if (question?.confirm) {
    if (!part) return { result: undecided, rest };
    if (givesConsent(question, part)) return { result: consentResult(reply), rest };
    const isFreeText = !part.skipped && !question.questions[0]?.options.some(isChosenIn(part));
    return { result: refusal, rest: isFreeText ? messages : rest };
  }
  if (part) return { result: told(part.skipped ? skippedResult(part) : { answers: part.answers }), rest };
  const texts = messages.filter(({ parts }) => parts.every(({ type }) => type === "text"));
  const isAnsweredByText = texts.length > 0 && !messages.some(({ parts }) => parts.some(isAnswer));
  if (!isAnsweredByText) return { result: told({ unanswered: true }), rest };
  return {
    result: told({
      text: texts.map(({ content }) => content).join("\n\n"),
      note: callResults.insteadOfChoosing,
    }),
    rest: messages.filter((message) => !texts.includes(message)),
  };
}

const refusal: Result = { text: callResults.refused, failed: true };
const undecided: Result = { text: callResults.undecided, failed: true };

/** The confirmed call itself is the first thing of the reply; a reply that ended without it was cut short. */
function consentResult({ status, transcript, parts }: ToldReply): Result {
  if (status === "streaming" || transcript.length > 0) return { text: callResults.confirmed, failed: false };
  // A person may have taken the chat while it was made.
  if (status !== "incomplete" && !parts.some(isForeignTool))
    return { text: "Not run: the visitor confirmed it, but the reply ended before.", failed: true };
  return {
    text:
      "The visitor confirmed it, but the service was interrupted: the call may have been made or not, and its " +
      "result is unknown. It is not made again by itself. Say so, and do not claim either.",
    failed: true,
  };
}

function told(value: object): Result {
  return { text: JSON.stringify(value), failed: false };
}

function skippedResult({ answers: given }: AnswerPart): object {
  return { skipped: true, ...(Object.keys(given).length > 0 && { answers: given }) };
}

function isAnswer(part: MessagePart): part is AnswerPart {
  return part.type === "answer";
}

function answers(part: MessagePart, questionId: string | undefined): part is AnswerPart {
  return isAnswer(part) && part.questionId === questionId;
}

function isChosenIn({ answers: given }: AnswerPart) {
  return ({ label }: { readonly label: string }) => Object.values(given).includes(label);
}

/** A visitor's message as a model reads it. A page's result is data. */
function textOf({ content, parts }: UserMessageRecord): string {
  const [part] = parts;
  if (part?.type === "answer")
    return `${label("Answer to an earlier question")} ${neutral(questionsAndAnswers(part))}`;
  if (part?.type !== "action" || part.result === undefined) return neutral(content);
  return `${neutral(content)}\n${labelledData("what the page gave back", part.result)}`;
}

/**
 * Describes to a model the tools of a reply that was cut off before its transcript was stored, as when a person took the
 * chat: it must neither claim that nothing was done nor do it again. `undefined` if there were none.
 */
function leftTools({ parts }: Pick<ToldReply, "parts">): string | undefined {
  const outcomes = parts.filter(isForeignTool).map(outcomeOf);
  if (outcomes.length === 0) return undefined;
  return label(
    `This reply was cut off. Its tools: ${outcomes.join("; ")}. Nothing is done again by itself: do not claim more than this, ` +
      "and check or ask before any of it is done again",
  );
}

function outcomeOf({ name, status }: ToolPart): string {
  if (status === "succeeded") return `${name} was used and succeeded, its result was not kept`;
  if (status === "failed") return `${name} was used and failed`;
  return `${name} was under way, whether it took effect is unknown`;
}
