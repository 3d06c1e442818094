import type { StreamEvent } from "@servicechat/contract";
import type { Storage } from "@servicechat/storage";
import { isOfAgent } from "../handoff/agent-events.ts";
import type { Walk } from "./walk.ts";

interface ReceivedEvent {
  readonly type: StreamEvent["type"];
  readonly id: string;
  readonly data: { readonly holder?: string; readonly text?: string };
}

/** Compares what was seen, received and stored with the rules. @returns the violations */
export async function faultsOf(walk: Walk, storage: Storage, body: string): Promise<readonly string[]> {
  const { seen, sessionId } = walk;
  const faults = [...seen.faults];
  const turns = await walk.turns();
  const chat = await storage.handoffs.find(sessionId);
  const heard = eventsIn(body);

  if (chat?.holder !== "agent" || chat.operator) faults.push(`held by ${chat?.holder} in the end`);
  for (const [index, { number }] of turns.entries())
    if (number !== index + 1) faults.push(`turn ${number} stands at place ${index + 1}`);
  for (const { number, reply } of turns)
    if (reply.status === "streaming") faults.push(`turn ${number} still runs`);
  if (turns.at(-1)?.reply.author?.kind === "nobody") faults.push("the visitor waits in silence");

  const said = turns.flatMap(({ messages, reply }) => [
    ...messages.map(({ content }) => content),
    ...(reply.author?.kind === "person" ? [reply.content] : []),
  ]);
  for (const text of seen.acknowledged) {
    const times = said.filter((each) => each === text).length;
    if (times !== 1) faults.push(`'${text}' is there ${times} times`);
  }

  for (const { reply } of turns) {
    const frames = seen.frames.get(reply.id);
    if (!frames || reply.author) continue;
    const text = textOf(frames);
    if (!reply.content.startsWith(text)) faults.push(`${reply.id}: heard '${text}', kept '${reply.content}'`);
    const isToldWhole = frames.some(({ type }) => type === "done") && reply.status === "complete";
    if (isToldWhole && text !== reply.content) faults.push(`${reply.id} was not heard whole`);
    const frozen = seen.frozen.get(reply.id);
    if (frozen !== undefined && frozen !== reply.content) faults.push(`${reply.id} grew after a take`);
  }
  for (const [replyId, frames] of seen.frames) {
    const taken = frames.findIndex((frame) => frame.type === "holder" && frame.data.holder === "person");
    const late = taken < 0 ? undefined : frames.slice(taken).find(({ type }) => isOfAgent(type));
    if (late) faults.push(`${replyId}: ${late.type} after a person came`);
  }

  let holder = "agent";
  for (const event of heard) {
    if (event.type === "holder") holder = event.data.holder ?? holder;
    else if (holder === "person" && isOfAgent(event.type)) faults.push(`heard ${event.type} of ${event.id}`);
  }
  if (holder !== "agent") faults.push(`the stream says ${holder} in the end`);
  const words = heard.flatMap(({ type, data }) => (type === "person_message" ? [data.text] : []));
  const ofPeople = turns
    .slice(1)
    .flatMap(({ reply }) => (reply.author?.kind === "person" ? [reply.content] : []));
  if (words.join() !== ofPeople.join()) faults.push(`heard of people: ${words.join()}`);
  const started = heard.flatMap(({ type, id }) => (type === "start" ? [id] : []));
  // A stream that broke off with its node is sent as a whole once more; none is completed twice.
  const ended = heard.flatMap(({ type, id }) =>
    type === "done" || type === "error" ? [id.split(".")[0]] : [],
  );
  if (new Set(ended).size < ended.length) faults.push(`a reply was told twice: ${ended.join()}`);
  for (const { reply } of turns.slice(1))
    if (!reply.author && reply.status === "complete" && !started.includes(`${reply.id}.1`))
      faults.push(`${reply.id} was not told`);
  return faults;
}

const textOf = (frames: readonly StreamEvent[]) =>
  frames.map((frame) => (frame.type === "text" ? frame.data : "")).join("");

/** The events of a body. */
function eventsIn(body: string): readonly ReceivedEvent[] {
  return body
    .split("\n\n")
    .filter((block) => block.includes("event: "))
    .map((block) => {
      const fields = new Map(
        block
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      return {
        type: fields.get("event") as ReceivedEvent["type"],
        id: fields.get("id") ?? "",
        data: JSON.parse(fields.get("data") ?? "{}") as ReceivedEvent["data"],
      };
    });
}
