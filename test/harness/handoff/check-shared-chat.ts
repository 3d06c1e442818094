import { holderAfter } from "@servicechat/contract";
import type { HeardEvent } from "../../support/visitor.ts";
import type { Loss, Trouble } from "../check-history.ts";
import { isOfAgent, isTakenBy } from "./agent-events.ts";
import { comeBack } from "./follow-chat.ts";
import { numberingFault } from "./numbering-model.ts";
import { agentEntries } from "./shared-chat.ts";
import type { SharedChat, SharedEntry, Utterance } from "./shared-chat.ts";

/** How long a request sent before a take may still be on the way, in milliseconds. */
const onItsWayMs = 500;

/**
 * All problems of a chat in which people took part: a message of either side that is lost, duplicated or out of order;
 * words or actions of the agent while a person held it; nobody who holds it. Empty if there are none.
 *
 * @param delays When this process was held up, so that arrivals may be much older
 */
export function lossesOfSharedChat(chat: SharedChat, delays: readonly Trouble[] = []): Loss[] {
  return [
    ...lossesOfMessages(chat),
    ...lossesOfReplies(chat),
    ...lossesOfHolder(chat),
    ...talkedOver(chat, delays),
    ...lossesOfStream(chat),
  ].map(({ kind, evidence }) => ({ kind, evidence: `${chat.name}: ${evidence}` }));
}

const isPersons = ({ role, by }: SharedEntry) => role === "assistant" && by?.kind === "person";

function lossesOfMessages({ turns, visitor, people, history: { messages } }: SharedChat): Loss[] {
  const losses: Loss[] = [];
  const said = new Set([...turns, ...people].map(({ text }) => text));
  const spoken = messages.filter((entry) => entry.role === "user" || isPersons(entry));
  const acknowledged = new Set(turns.flatMap((turn) => (turn.acknowledged ? [turn.text] : [])));
  for (const { text } of people) acknowledged.add(text);

  for (const text of said) {
    const times = spoken.filter(({ content }) => content === text).length;
    if (times === 0 && acknowledged.has(text)) losses.push({ kind: "lost message", evidence: `'${text}'` });
    if (times > 1) losses.push({ kind: "doubled message", evidence: `'${text}', ${times} times` });
  }
  for (const { content } of spoken)
    if (!said.has(content)) losses.push({ kind: "foreign text", evidence: `message '${content}'` });

  const placeOf = ({ text }: Utterance) => spoken.findIndex(({ content }) => content === text);
  const all = [...visitor, ...people];
  for (const one of all)
    for (const other of all)
      if (one.knownAt < other.sentAt && placeOf(other) >= 0 && placeOf(one) > placeOf(other))
        losses.push({ kind: "out of order", evidence: `'${one.text}' stands behind '${other.text}'` });
  return losses;
}

function lossesOfReplies({ turns, history: { messages } }: SharedChat): Loss[] {
  const losses: Loss[] = [];
  const known = new Set<string>();
  for (const [index, entry] of messages.entries()) {
    if (entry.role !== "assistant" || isPersons(entry)) continue;
    const fault = numberingFault(entry.content, known);
    if (fault) losses.push({ kind: "foreign text", evidence: `${entry.id}: ${fault}` });
    if (entry.status === "streaming")
      losses.push({ kind: "never ended", evidence: `${entry.id} still runs` });
    const before = messages[index - 1];
    const turn = before?.role === "user" && turns.find(({ text }) => text === before.content);
    if (turn && !entry.content.startsWith(turn.reply))
      losses.push({
        kind: "lost text",
        evidence: `${entry.id}: heard '${turn.reply}', kept '${entry.content}'`,
      });
  }
  return losses;
}

/** In the end the agent has every chat again, and each changed hands as its events say. */
function lossesOfHolder({ holder: { holder, operator, isSilent }, history: { events } }: SharedChat): Loss[] {
  const losses: Loss[] = [];
  if (holder !== "agent" || operator)
    losses.push({ kind: "no holder", evidence: `held by ${holder} (${JSON.stringify(operator)})` });
  // A chat that was closed needs no more answers.
  if (isSilent && events.at(-1)?.type !== "closed")
    losses.push({ kind: "no holder", evidence: "the visitor waits in silence" });
  let before = "agent";
  for (const [index, { type }] of events.entries()) {
    // Moving it to its current holder would be a duplicate, and a return needs somebody who took it.
    const after = holderAfter[type];
    if (before === after && type !== "assigned")
      losses.push({ kind: "no holder", evidence: `event ${index}, '${type}': it was the ${before}'s` });
    before = after;
  }
  if (before !== holder) losses.push({ kind: "no holder", evidence: `its events end with the ${before}` });
  return losses;
}

/** What the agent said or did between a take and the return. */
function talkedOver({ holds, toolRequests, history }: SharedChat, delays: readonly Trouble[]): Loss[] {
  const losses: Loss[] = [];
  const now = new Map(agentEntries(history).map((entry) => [entry.id, entry]));
  for (const { from, until, before, after } of holds) {
    if (JSON.stringify(before) !== JSON.stringify(after))
      losses.push({
        kind: "talked over",
        evidence: `${JSON.stringify(before)} became ${JSON.stringify(after)}`,
      });
    for (const entry of before) {
      if (entry.status === "streaming")
        losses.push({ kind: "talked over", evidence: `${entry.id} still ran` });
      // A reply that was interrupted before its first word is completed after the return.
      const content = now.get(entry.id)?.content;
      if (entry.content !== "" && content !== entry.content)
        losses.push({ kind: "talked over", evidence: `'${entry.content}' became '${content}'` });
    }
    for (const at of toolRequests) {
      const isHeldUp = delays.some((delay) => delay.from <= at && at <= delay.until + onItsWayMs);
      if (at > from + onItsWayMs && at < until && !isHeldUp)
        losses.push({ kind: "talked over", evidence: `a tool was used ${at - from} ms after a take` });
    }
  }
  return losses;
}

/** What the visitor's open stream delivered. */
function lossesOfStream({ people, followed, history: { messages } }: SharedChat): Loss[] {
  const losses: Loss[] = [];
  const kept = new Map(messages.map((entry) => [entry.id.slice(entry.id.indexOf("_") + 1), entry.content]));
  const texts = new Map<string, string>();
  const ended = new Set<string>();
  let isTaken = false;
  let last = "";
  for (const event of followed) {
    if (event === comeBack) ended.clear();
    if (event.event === "holder") isTaken = isTakenBy(event);
    else if (isTaken && isOfAgent(event.event))
      losses.push({ kind: "talked over", evidence: `the stream brought ${show(event)} after a person came` });
    const reply = /^rep_(.*)\.\d+$/.exec(event.id)?.[1];
    if (reply === undefined) continue;
    if (event.event === "start" && ended.has(reply))
      losses.push({ kind: "doubled message", evidence: `${reply} was told twice` });
    if (event.event === "start") texts.set(reply, "");
    if (event.event === "text") texts.set(reply, (texts.get(reply) ?? "") + String(event.data));
    // With the previous event's id: readers who knew a part are only told that it is over, and may receive all of it
    // later.
    if ((event.event === "done" || event.event === "error") && event.id !== last) ended.add(reply);
    last = event.id;
  }
  for (const [reply, text] of texts)
    // A reply that was interrupted before its first word is written again after the return.
    if (text !== "" && !kept.get(reply)?.startsWith(text))
      losses.push({ kind: "lost text", evidence: `${reply}: heard '${text}', kept '${kept.get(reply)}'` });

  const heard = followed.flatMap(({ event, data }) =>
    event === "person_message" ? [(data as { readonly id: string }).id] : [],
  );
  const order = messages.filter(isPersons).map(({ id }) => id);
  const heardIds = followed.map(({ event, id }) => `${event} ${id}`).join(", ");
  for (const { id, text } of people) {
    const times = heard.filter((each) => each === id).length;
    if (times === 0)
      losses.push({ kind: "lost message", evidence: `'${text}' (${id}) was not heard, but ${heardIds}` });
    if (times > 1) losses.push({ kind: "doubled message", evidence: `'${text}' was heard ${times} times` });
  }
  const places = heard.map((id) => order.indexOf(id));
  if (places.some((place, index) => place < (places[index - 1] ?? 0)))
    losses.push({ kind: "out of order", evidence: `people were heard as ${places.join()}` });
  return losses;
}

const show = ({ event, id, data }: HeardEvent) => `${event} ${id} ${JSON.stringify(data)}`;
