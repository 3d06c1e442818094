import { batch, computed, effect, signal } from "@preact/signals";
import {
  isTerminal,
  messageIdOfReply,
  parseChatEventId,
  parseEventId,
  type StreamEvent,
} from "@servicechat/contract";
import type { Handoff, HandoffParts, Holding } from "../context/handoff.ts";
import type { PeopleLine } from "../conversation/conversation.ts";
import { messageIdOf } from "../conversation/message-id-of.ts";
import { createAsking } from "./create-asking.ts";
import { listen } from "./listen.ts";
import { openMailed } from "./open-mailed.ts";
import { holdingAfter, lastKey, linesIn, withLines } from "./people-lines.ts";

/** So long, in milliseconds, a sign that somebody is writing lasts: the service gives one every three seconds. */
const typingFor = 5_000;
/** So long after the end of a reply it is looked for: the stream that it was sent over may be a moment behind. */
const grace = 1_000;

/** Opens the hand-over of a chat whose agent has people to hand over to. It lives as long as the frame. */
export function openHandoff(parts: HandoffParts): Handoff {
  const { chat, tell, expectPerson, wait } = parts;
  const holding = signal<Holding>({ holder: "agent" });
  const typing = signal<string | undefined>(undefined);
  /** What was heard and the history has not told yet. */
  const heard = signal<readonly PeopleLine[]>([]);
  const told = computed(() => (chat.told.value ? linesIn(chat.told.value) : []));
  const lines = computed(() => {
    const known = new Set(told.value.map(({ key }) => key));
    return [...told.value, ...heard.value.filter(({ key }) => !known.has(key))];
  });
  const isHeld = computed(() => holding.value.holder === "person");
  const isInHand = computed(() => holding.value.holder !== "agent");
  let typingEnds: ReturnType<typeof setTimeout> | undefined;

  const isSeen = signal(!document.hidden);
  let hasMissed = false;
  /** Reads the history, once the visitor sees it: nobody reads it before. */
  function look(): void {
    hasMissed = !isSeen.peek();
    if (!hasMissed) void chat.look();
  }
  document.addEventListener("visibilitychange", () => {
    isSeen.value = !document.hidden;
    if (hasMissed) look();
  });

  function showTyping(name: string | undefined): void {
    clearTimeout(typingEnds);
    typing.value = name;
    if (name !== undefined) typingEnds = setTimeout(() => (typing.value = undefined), typingFor);
  }

  function hear({ type, data }: StreamEvent, id: string, isStanding: boolean, life: AbortSignal): void {
    if (type === "holder") {
      const { holder, name } = data;
      const isSame = holding.peek().holder === holder && holding.peek().name === name;
      holding.value = { holder, name };
      showTyping(undefined);
      // The history says what happened, which the event does not.
      if (!isStanding || !isSame) look();
    } else if (type === "person_message") hearMessage(data);
    else if (type === "typing") showTyping(data.name);
    else if (type === "start") {
      if (!chat.isAnswering.peek()) lookFor(id);
    } else if (isTerminal(type)) {
      // An error that is not the end of a reply: the chat or the key is gone.
      if (parseChatEventId(id)) look();
      else void lookLater(id, life);
    }
  }

  async function lookLater(id: string, life: AbortSignal): Promise<void> {
    await wait(grace, life).catch(() => undefined);
    if (!life.aborted) lookFor(id);
  }

  /** Draws a reply that began elsewhere: in another tab, or as the chat went back to the agent. */
  function lookFor(id: string): void {
    const replyId = parseEventId(id)?.replyId ?? "";
    const isDrawn = chat.conversation
      .peek()
      .some((entry) => entry.from === "agent" && messageIdOf(entry) === messageIdOfReply(replyId));
    if (!isDrawn) look();
  }

  function hearMessage({
    id,
    name,
    text,
    at,
  }: Extract<StreamEvent, { type: "person_message" }>["data"]): void {
    showTyping(undefined);
    if (lines.peek().some(({ key }) => key === id)) return;
    const after = lastKey(chat.conversation.peek());
    heard.value = [...heard.peek(), { from: "person", key: id, name, text, at: Date.parse(at), after }];
    tell("message:received", { status: "complete" });
  }

  // Another chat: nothing of the one before is heard here.
  effect(() => {
    void chat.shown.value;
    batch(() => {
      heard.value = [];
      if (!chat.told.peek()) holding.value = { holder: "agent" };
      showTyping(undefined);
    });
  });
  effect(() => {
    if (chat.told.value) holding.value = holdingAfter(chat.told.value);
  });
  const lastSaid = computed(() => lines.value.findLast(({ from }) => from === "person")?.key);
  let isTold = false;
  effect(() => {
    if (!chat.told.value || isTold) return;
    isTold = true;
    const before = told.value.findIndex(({ key }) => key === parts.lastSeen);
    const missed = before < 0 ? [] : told.value.slice(before + 1).filter(({ from }) => from === "person");
    for (const _each of missed) tell("message:received", { status: "complete" });
  });
  effect(() => {
    if (chat.told.value || heard.value.length > 0) expectPerson(isInHand.value, lastSaid.value);
  });

  // Behind another tab it is followed only while somebody may write.
  const followed = computed(() =>
    chat.state.value === "ready" && (isSeen.value || isInHand.value) ? chat.shown.value : undefined,
  );
  /** Up to where a chat was heard. */
  let reached: { readonly token: string; readonly id: string } | undefined;
  effect(() => {
    const token = followed.value;
    if (token === undefined) return undefined;
    const life = new AbortController();
    void listen(parts, {
      token,
      from: reached?.token === token ? reached.id : position(),
      signal: life.signal,
      isSeen: isSeen.value,
      hear(event, id, isStanding) {
        if (id) reached = { token, id };
        hear(event, id, isStanding, life.signal);
      },
      missed: look,
    });
    return () => life.abort();
  });

  /** The last message that the history told and that has a place in the stream. */
  function position(): string | undefined {
    const last = chat.told.peek()?.messages.findLast(({ role }) => role === "assistant");
    return last && last.status !== "streaming" ? last.id.replace("msg_", "evt_") : undefined;
  }

  const newest = computed(() => {
    const line = heard.value.at(-1);
    return line?.from === "person" ? line : undefined;
  });
  const asking = createAsking(parts, { holding, lines });
  return {
    holding,
    isHeld,
    typing,
    heard: newest,
    asking,
    mailed: openMailed(parts),
    linesOf: (entries) => withLines(entries, lines.value),
  };
}
