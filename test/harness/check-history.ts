import type { HistoryEntry } from "../support/visitor.ts";
import { answerTo } from "./scripted-answers.ts";

/** Time within which text that was sent is committed, and with which a test's own clock may be wrong, in milliseconds. */
const commitMs = 500;
/** So long after its beginning, a stream that went on may still bring what was kept for it, in milliseconds. */
const keptMs = 1_000;

/** A piece of a reply, as the visitor heard it. */
export interface HeardPiece {
  /** Of the reply, with this piece. */
  readonly length: number;
  readonly at: number;
  /** Set when it came over a stream that went on with a reply, or told it again. */
  readonly goneOn?: GoneOn;
}

/** A stream that brings first what was sent while the visitor heard nothing. */
export interface GoneOn {
  /** When what the visitor last heard of the reply before may have been sent, or when the visitor asked for it. */
  readonly since: number;
  readonly at: number;
}

/** One message of a visitor, as the visitor remembers it. */
export interface RememberedTurn {
  readonly text: string;
  /** The headers of the answer came: the message may not be lost. */
  readonly acknowledged: boolean;
  readonly heard: readonly HeardPiece[];
  /** The text of the reply as it was heard. */
  readonly reply: string;
  /** How the stream ended; `undefined` when the visitor gave up on it. */
  readonly end: "done" | "error" | undefined;
}

/** When something of the installation was broken, of the same clock as `heard`. */
export interface Trouble {
  readonly from: number;
  readonly until: number;
}

/** What happened to the installation that may excuse a reply for its missing end. */
export interface Past {
  /** When kills were about to be sent, in order, of the same clock as `heard`. */
  readonly killedAt: readonly number[];
  /** When what was sent to visitors could be kept back on its way, in order. */
  readonly delays: readonly Trouble[];
}

/** One visitor's chat, as the visitor remembers it and as the service tells it. */
export interface Chat extends Past {
  readonly turns: readonly RememberedTurn[];
  readonly history: readonly HistoryEntry[];
}

/** The ways in which a chat may be wrong. */
export const kindsOfLoss = [
  /** An acknowledged message is not in the history. */
  "lost message",
  /** A message is there more than once. */
  "doubled message",
  /** A message or reply is not where it belongs. */
  "out of order",
  /** Something that this visitor did not say, or the model did not say to it. */
  "foreign text",
  /** Text that was heard is not kept, or not all of it was heard. */
  "lost text",
  /** A reply goes on though nobody writes it. */
  "never ended",
  /** The service answered what it never may. */
  "wrong answer",
  /** The agent said or did something while a person held the chat. */
  "talked over",
  /** Nobody, or more than one, holds the chat. */
  "no holder",
] as const;

/** One thing that is wrong, with its evidence. */
export interface Loss {
  readonly kind: (typeof kindsOfLoss)[number];
  readonly evidence: string;
}

/**
 * Everything that a history may not be: an acknowledged message missing, twice, or in the wrong place; a foreign one;
 * a reply that says what the model did not, or lacks what was heard in time. Empty when all is well.
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

  // What was on its way at the kill may be heard a little after it, or long after, when it was kept back.
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

/** The earliest moment at which something that was heard may have been sent; with no delays, as far as its stream says. */
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
