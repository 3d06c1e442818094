import { computed, signal } from "@preact/signals";
import type { AgentView } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { Chat, ChatState } from "./chat.ts";
import type { ChatParts } from "./chat-parts.ts";
import type { ChatUnitParts } from "./chat-unit-parts.ts";
import { runningReply, type Conversation } from "./conversation.ts";
import { createAnswers } from "./create-answers.ts";
import { createReader } from "./create-reader.ts";
import { createSender } from "./create-sender.ts";
import { withRetry, type Notice, type RetryParts } from "./retry-policy.ts";
import { createServiceCalls } from "./service-calls.ts";
import { createSessionGate } from "./session-gate.ts";
import { createChatCommands } from "./chat-commands.ts";

/** Makes a chat over the client. It talks to the service only once `start` or another function is called. */
export function createChat(parts: ChatParts): Chat {
  const conversation = signal<Conversation>([]);
  const state = signal<ChatState>("loading");
  const notice = signal<Notice | undefined>(undefined);
  const agent = signal<AgentView | undefined>(undefined);
  const isAnswering = computed(() => runningReply(conversation.value) !== undefined);
  const screen = { conversation, state, notice, agent, isAnswering };
  const retries: RetryParts = { wait: parts.wait, notify: (next) => (notice.value = next) };

  /** The life of the chat on screen, which ends with it, or sooner when what goes on in it is called off. */
  let lifetime = new AbortController();
  /** Known once the agent is; nothing is sent before. */
  let token: PersistedValue | undefined;
  let gate = createSessionGate(parts.alone);
  let isUnwanted = false; // a new chat was asked for before it was known which one is kept
  const asked = new Map<string, string>();

  const session = { token: () => token, gate: () => gate };
  const calls = createServiceCalls({ ...parts, ...session });
  const common: ChatUnitParts & typeof parts & typeof session = {
    ...parts,
    ...screen,
    ...session,
    retries,
    life: () => lifetime.signal,
    leave,
  };
  const { hear, stop } = createAnswers({
    ...common,
    stopAnswer: calls.stopAnswer,
    taken(accepted, sent) {
      reader.taken(accepted, sent);
      gate.open();
      sender.settled();
    },
  });
  const reader = createReader({ ...common, hear, meetAgent, sender: () => sender });
  const sender = createSender({ ...common, hear, reader, forget });

  async function meetAgent(life: AbortSignal): Promise<void> {
    if (agent.value) return;
    const view = await withRetry(retries, life, () => parts.client.agent());
    token = parts.tokenOf(view.id);
    if (isUnwanted) token.forget();
    agent.value = view;
  }

  function forget(): void {
    token?.forget();
    leave();
  }

  function leave(): void {
    callOff();
    gate = createSessionGate(parts.alone);
    conversation.value = [];
    sender.clear();
    reader.forget();
    asked.clear();
    if (state.value !== "unavailable") state.value = "ready";
    parts.forgotten();
  }

  function callOff(): void {
    lifetime.abort();
    lifetime = new AbortController();
    notice.value = undefined;
  }

  return {
    ...screen,
    queued: sender.queued,
    start: () => reader.read(),
    look: reader.look,
    session: () => reader.shown.peek(),
    shown: reader.shown,
    told: reader.told,
    ...createChatCommands({ ...parts, asked, post: sender.post }),
    retry: sender.retry,
    ...calls,

    stop() {
      if (!isAnswering.value) return;
      if (sender.isUnsettled() && notice.value) {
        callOff();
        sender.calledOff();
      } else stop();
    },

    startNew() {
      isUnwanted = !agent.value;
      if (isUnwanted || (conversation.value.length === 0 && state.value !== "loading")) return;
      if (isAnswering.value) calls.stopAnswer();
      forget();
    },
  };
}
