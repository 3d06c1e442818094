import { batch, computed, effect, signal } from "@preact/signals";
import {
  cleanText,
  isTerminal,
  messageIdOfReply,
  parseChatEventId,
  parseEventId,
  type StreamEvent,
} from "@servicechat/contract";
import type { Handoff, HandoffDependencies, Holding } from "../context/handoff.ts";
import { messageIdOf, type PeopleLine } from "../conversation/conversation.ts";
import { enHandoff } from "../words/en-handoff.ts";
import { withWords } from "../words/service-words.ts";
import { createAsking } from "./create-asking.ts";
import { listen } from "./listen.ts";
import { openMailed } from "./open-mailed.ts";
import { holdingAfter, lastKey, linesIn, withLines } from "./people-lines.ts";

/** For how long, in milliseconds, somebody is shown as typing: the service sends an event every three seconds. */
const typingFor = 5_000;
/** How long after the end of a reply it is searched for: the stream over which it was sent may be a moment behind. */
const grace = 1_000;

/** Opens the handoff of a chat whose agent can hand over to people. It lives as long as the frame. */
export function openHandoff(dependencies: HandoffDependencies): Handoff {
  const { chat, tell, expectPerson, wait } = dependencies;
  const holding = signal<Holding>({ holder: "agent" });
  const typing = signal<string | undefined>(undefined);
  const place = signal<number | undefined>(undefined);
  /** What was received live and is not in the history yet. */
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
  /** Reads the history, but only once the visitor sees it. */
  function refresh(): void {
    hasMissed = !isSeen.peek();
    if (!hasMissed) void chat.refresh();
  }
  document.addEventListener("visibilitychange", () => {
    isSeen.value = !document.hidden;
    if (hasMissed) refresh();
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
      if (holder !== "waiting") place.value = undefined;
      showTyping(undefined);
      // The history contains what happened, unlike the event.
      if (!isStanding || !isSame) refresh();
    } else if (type === "person_message") hearMessage(data);
    else if (type === "typing") showTyping(data.name);
    else if (type === "queue") place.value = data.before;
    else if (type === "start") {
      if (!chat.isAnswering.peek()) lookFor(id);
    } else if (isTerminal(type)) {
      // An error that is not the end of a reply: the chat or the key is gone.
      if (parseChatEventId(id)) refresh();
      else void refreshLater(id, life);
    }
  }

  async function refreshLater(id: string, life: AbortSignal): Promise<void> {
    await wait(grace, life).catch(() => undefined);
    if (!life.aborted) lookFor(id);
  }

  /** Draws a reply that began elsewhere: in another tab, or when the chat returned to the agent. */
  function lookFor(id: string): void {
    const replyId = parseEventId(id)?.replyId ?? "";
    const isDrawn = chat.conversation
      .peek()
      .some((entry) => entry.from === "agent" && messageIdOf(entry) === messageIdOfReply(replyId));
    if (!isDrawn) refresh();
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

  // Another chat: nothing of the previous one is received here.
  effect(() => {
    void chat.shown.value;
    batch(() => {
      heard.value = [];
      place.value = undefined;
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
    const before = told.value.findIndex(({ key }) => key === dependencies.lastSeen);
    const missed = before < 0 ? [] : told.value.slice(before + 1).filter(({ from }) => from === "person");
    for (const _each of missed) tell("message:received", { status: "complete" });
  });
  effect(() => {
    if (chat.told.value || heard.value.length > 0) expectPerson(isInHand.value, lastSaid.value);
  });

  // In a background tab it is followed only while somebody may write.
  const followed = computed(() =>
    chat.state.value === "ready" && (isSeen.value || isInHand.value) ? chat.shown.value : undefined,
  );
  /** The last position received in a chat. */
  let reached: { readonly token: string; readonly id: string } | undefined;
  effect(() => {
    const token = followed.value;
    if (token === undefined) return undefined;
    const life = new AbortController();
    const follow = () =>
      listen(dependencies, {
        token,
        from: reached?.token === token ? reached.id : position(),
        signal: life.signal,
        isSeen: isSeen.peek(),
        hear(event, id, isStanding) {
          if (id) reached = { token, id };
          hear(event, id, isStanding, life.signal);
        },
        missed: refresh,
      });
    void (isSeen.value ? follow() : inOneTab(follow, life.signal));
    return () => life.abort();
  });

  /** The last message in the history that has a position in the stream. */
  function position(): string | undefined {
    const last = chat.told.peek()?.messages.findLast(({ role }) => role === "assistant");
    return last && last.status !== "streaming" ? last.id.replace("msg_", "evt_") : undefined;
  }

  const newest = computed(() => {
    const line = heard.value.at(-1);
    return line?.from === "person" ? line : undefined;
  });
  const asking = createAsking(dependencies, { holding, lines });
  return {
    holding,
    before: place,
    isHeld,
    typing,
    heard: newest,
    hintIn(words) {
      const { holder, name } = holding.value;
      if (holder !== "person") return undefined;
      return name ? withWords(enHandoff, words).messageTo(cleanText(name)) : words.composer;
    },
    asking,
    mailed: openMailed(dependencies),
    linesOf: (entries) => withLines(entries, lines.value),
  };
}

/**
 * Runs something in one of the browser's background tabs at a time: with HTTP/1.1, six streams would leave no connection
 * for the tab that the visitor sees. Another one takes over when it ends. Where a browser has no locks, or blocks them,
 * it runs in each.
 */
async function inOneTab(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await navigator.locks.request("servicechat:background", { signal }, work);
  } catch {
    if (!signal.aborted) await work();
  }
}
