import { computed, signal } from "@preact/signals";
import type { AgentView } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { Chat, ChatState, ChatDependencies, ChatUnitDependencies } from "./chat.ts";
import { runningReply, type Conversation } from "./conversation.ts";
import { createAnswers } from "./create-answers.ts";
import { createReader } from "./create-reader.ts";
import { createSender } from "./create-sender.ts";
import { withRetry, type Notice, type RetryDependencies } from "./retry-policy.ts";
import { createServiceCalls } from "./service-calls.ts";
import { createSessionGate } from "./session-gate.ts";
import { createChatCommands } from "./chat-commands.ts";

/** Creates a chat with the client. It contacts the service only once `start` or another function is called. */
export function createChat(dependencies: ChatDependencies): Chat {
  const conversation = signal<Conversation>([]);
  const state = signal<ChatState>("loading");
  const notice = signal<Notice | undefined>(undefined);
  const agent = signal<AgentView | undefined>(undefined);
  const isAnswering = computed(() => runningReply(conversation.value) !== undefined);
  const screen = { conversation, state, notice, agent, isAnswering };
  const retries: RetryDependencies = { wait: dependencies.wait, notify: (next) => (notice.value = next) };

  /** The lifetime of the chat on screen, which ends with it, or earlier if its activity is cancelled. */
  let lifetime = new AbortController();
  /** Known once the agent is; nothing is sent before. */
  let token: PersistedValue | undefined;
  let gate = createSessionGate(dependencies.alone);
  let isUnwanted = false; // a new chat was requested before it was known which one is stored
  const asked = new Map<string, string>();

  const session = { token: () => token, gate: () => gate };
  const calls = createServiceCalls({ ...dependencies, ...session });
  const common: ChatUnitDependencies & typeof dependencies & typeof session = {
    ...dependencies,
    ...screen,
    ...session,
    retries,
    life: () => lifetime.signal,
    leave,
  };
  const { receive, stop } = createAnswers({
    ...common,
    stopAnswer: calls.stopAnswer,
    taken(accepted, sent) {
      reader.taken(accepted, sent);
      gate.open();
      sender.settled();
    },
  });
  const reader = createReader({ ...common, receive, loadAgent, sender: () => sender });
  const sender = createSender({ ...common, receive, reader, forget });

  async function loadAgent(life: AbortSignal): Promise<void> {
    if (agent.value) return;
    const view = await withRetry(retries, life, () => dependencies.client.agent());
    token = dependencies.tokenOf(view.id);
    if (isUnwanted) token.forget();
    agent.value = view;
  }

  function forget(): void {
    token?.forget();
    leave();
  }

  function leave(): void {
    callOff();
    gate = createSessionGate(dependencies.alone);
    conversation.value = [];
    sender.clear();
    reader.forget();
    asked.clear();
    if (state.value !== "unavailable") state.value = "ready";
    dependencies.forgotten();
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
    refresh: reader.refresh,
    session: () => reader.shown.peek(),
    shown: reader.shown,
    told: reader.told,
    ...createChatCommands({ ...dependencies, asked, post: sender.post }),
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
