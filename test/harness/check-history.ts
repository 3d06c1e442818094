import type { HistoryEntry } from "../support/visitor.ts";
import { answerTo } from "./scripted-answers.ts";

/** Time within which sent text is committed, and by which a test's own clock may be wrong, in milliseconds. */
const commitMs = 500;
/** For this long after its start, a resumed stream may still deliver stored text, in milliseconds. */
const keptMs = 1_000;

/** A piece of a reply, as the visitor received it. */
export interface HeardPiece {
  /** Length of the reply, including this piece. */
  readonly length: number;
  readonly at: number;
  /** Set if it came over a stream that resumed or repeated a reply. */
  readonly goneOn?: GoneOn;
}

/** A stream that first delivers what was sent while the visitor was disconnected. */
export interface GoneOn {
  /** When the visitor last received something of the reply, or asked for it. */
  readonly since: number;
  readonly at: number;
}

/** One message, as its visitor remembers it. */
export interface RememberedTurn {
  readonly text: string;
  /** The response headers arrived, so the message must not be lost. */
  readonly acknowledged: boolean;
  readonly heard: readonly HeardPiece[];
  /** The text of the reply as it was received. */
  readonly reply: string;
  /** How the stream ended; `undefined` if the visitor gave up on it. */
  readonly end: "done" | "error" | undefined;
}

/** When a part of the installation was broken, by the same clock as `heard`. */
export interface Trouble {
  readonly from: number;
  readonly until: number;
}

/** Events of the installation that may excuse a reply without an end. */
export interface Past {
  /** When kills were about to be sent, in order, by the same clock as `heard`. */
  readonly killedAt: readonly number[];
  /** When data on the way to visitors could be delayed, in order. */
  readonly delays: readonly Trouble[];
}

/** One visitor's chat, as the visitor remembers it and as the service returns it. */
export interface Chat extends Past {
  readonly turns: readonly RememberedTurn[];
  readonly history: readonly HistoryEntry[];
}

/** What can be wrong with a chat. */
export const kindsOfLoss = [
  /** An acknowledged message is missing from the history. */
  "lost message",
  /** A message occurs more than once. */
  "doubled message",
  /** A message or reply is in the wrong place. */
  "out of order",
  /** Text that neither this visitor nor the model wrote in this chat. */
  "foreign text",
  /** Received text was not stored, or stored text was not received completely. */
  "lost text",
  /** A reply is still running although nobody writes it. */
  "never ended",
  /** A response that must never occur. */
  "wrong answer",
  /** The agent said or did something while a person held the chat. */
  "talked over",
  /** Nobody holds the chat, or more than one do. */
  "no holder",
] as const;

/** One problem, with its evidence. */
export interface Loss {
  readonly kind: (typeof kindsOfLoss)[number];
  readonly evidence: string;
}

/**
 * All problems of a history: acknowledged messages that are missing, duplicated or in the wrong place; foreign text;
 * replies with text that the model did not write, or without text that was received in time. Empty if there are none.
 */
export function lossesOf({ turns, history, ...past }: Chat): Loss[] {
  const losses: Loss[] = [];
  const lose = (kind: Loss["kind"], evidence: string) => losses.push({ kind, evidence });
  const sent = new Map(turns.map((turn) => [turn.text, turn]));
  const questions = history.filter(({ role }) => role === "user");

  for (const { text, acknowledged } of turns) {
    const times = questions.filter(({ content }) => content === text).length;
    if (acknowledged && times === 0) lose("lost message", `'${text}'`);
    if (times > 1) lose("doubled message", `'${text}', ${times} times`);
  }
  for (const { content } of questions) if (!sent.has(content)) lose("foreign text", `message '${content}'`);

  const places = questions.map(({ content }) => turns.findIndex(({ text }) => text === content));
  if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)))
    lose("out of order", questions.map(({ content }) => `'${content}'`).join(", "));

  for (const [index, entry] of history.entries()) {
    if (entry.role !== (index % 2 === 0 ? "user" : "assistant"))
      lose("out of order", `a message of ${entry.role} at place ${index}`);
    if (entry.role !== "assistant") continue;
    const turn = sent.get(history[index - 1]?.content ?? "");
    if (turn) losses.push(...lossesOfReply(entry, turn, past));
  }
  return losses;
}

function lossesOfReply(
  { content, status }: HistoryEntry,
  { text, reply, heard, end }: RememberedTurn,
  { killedAt, delays }: Past,
): Loss[] {
  const losses: Loss[] = [];
  const lose = (kind: Loss["kind"], evidence: string) =>
    losses.push({ kind, evidence: `reply to '${text}': ${evidence}` });
  const whole = answerTo(text);
  if (status === "streaming") lose("never ended", "still streaming");
  if (!whole.startsWith(content)) lose("foreign text", `kept '${content}'`);
  if (!whole.startsWith(reply)) lose("foreign text", `heard '${reply}'`);
  if (status === "complete" && content !== whole) lose("lost text", `complete, but kept '${content}'`);
  if (end === "done" && (status !== "complete" || reply !== whole))
    lose("lost text", `done was heard, but it is ${status}, and what was heard is '${reply}'`);

  // What was on the way at the kill may arrive a little later, or long after it if it was delayed.
  const longest = Math.max(0, ...heard.map(({ length }) => length));
  const last = heard.find(({ length }) => length === longest);
  const lastSent = last ? sentSince(last, delays) : 0;
  const kill = killedAt.find((at) => at >= lastSent - commitMs) ?? Number.POSITIVE_INFINITY;
  const inTime = heard.findLast(({ at }) => at <= kill - commitMs)?.length ?? 0;
  if (content.length < inTime) {
    const when = heard.find(({ length }) => length > content.length)?.at ?? 0;
    const kills = killedAt.map((at) => `${Math.round(at - when)}`).join(", ");
    const evidence = `${inTime - content.length} characters are not kept that were heard in time`;
    lose("lost text", `${evidence}; kills came ${kills || "never"} ms after them`);
  }
  return losses;
}

/** The earliest time at which received text may have been sent; without delays, according to its stream. */
export function sentSince({ at, goneOn }: HeardPiece, delays: readonly Trouble[] = []): number {
  const since = sinceDelay(at, delays);
  return goneOn && since <= goneOn.at + keptMs ? sinceDelay(Math.min(since, goneOn.since), delays) : since;
}

function sinceDelay(heardAt: number, delays: readonly Trouble[]): number {
  return delays.reduceRight(
    (at, { from, until }) => (from < at && at <= until + commitMs ? from : at),
    heardAt,
  );
}
