import { batch, signal as createSignal, type ReadonlySignal } from "@preact/signals";
import type { Accepted } from "@servicechat/client";
import type { ChatHistory, ChatDependencies, ChatUnitDependencies } from "./chat.ts";
import type { Answers } from "./create-answers.ts";
import type { Sender } from "./create-sender.ts";
import { fromHistory, preserveEntryKeys } from "./from-history.ts";
import { withRetry, type RetryDependencies } from "./retry-policy.ts";
import { isShutOut, isUnknownSession } from "./refusals.ts";

/** Draws the service's version of the stored chat. It knows which chat is on screen, and whether that is current. */
export interface Reader {
  /** Reads the chat; `quietly`: the screen does not change until there is something better. */
  readonly read: (quietly?: boolean) => Promise<void>;
  /** As `refresh` of the chat. */
  readonly refresh: (isAnother?: boolean) => Promise<void>;
  /** Draws the end of a turn that only the history knows: in this chat, or in the one that another tab switched to. */
  readonly catchUp: (signal: AbortSignal) => Promise<unknown>;
  /** Draws changes by other tabs during an activity; if there are none, sends what waits. */
  readonly goOn: () => void;
  /** The token of the chat on screen, once the service has confirmed it. */
  readonly shown: ReadonlySignal<string | undefined>;
  /** Its last history. */
  readonly told: ReadonlySignal<ChatHistory | undefined>;
  /** Whether the chat on screen is the stored one: another tab may have switched to another. */
  readonly isKept: () => boolean;
  /** The service has accepted a turn that was sent with the token `sent`, and returned the token of its chat. */
  readonly taken: (accepted: Accepted, sent: string | undefined) => void;
  /** The chat has been left. */
  readonly forget: () => void;
}

/** What the reader needs from its chat. */
interface ReaderDependencies extends ChatUnitDependencies, Pick<ChatDependencies, "sayAction"> {
  readonly receive: Answers["receive"];
  /** Makes sure that the agent is known. */
  readonly loadAgent: (signal: AbortSignal) => Promise<void>;
  readonly sender: () => Sender;
}

/** Creates the reader. */
export function createReader(dependencies: ReaderDependencies): Reader {
  const { client, conversation, state, agent, isAnswering, retries, token, life, sender } = dependencies;
  const quiet: RetryDependencies = { ...retries, notify() {} };
  const shown = createSignal<string | undefined>(undefined);
  const told = createSignal<ChatHistory | undefined>(undefined);
  /** Another tab has changed something that is not on screen yet. */
  let isStale = false;
  /** The lifetime of the chat that is being read. */
  let reading: AbortSignal | undefined;
  const isKept = (): boolean => token()?.read() === shown.peek();

  /**
   * Draws the history, then follows the reply that is still in progress; `true` if there was one. Messages sent while
   * it is read `quietly` stay on screen, and it is read again.
   */
  async function draw(signal: AbortSignal, quietly = false, times = 3): Promise<boolean> {
    const kept = token()?.read();
    const before = conversation.value;
    if (!quietly || !kept) shown.value = kept;
    if (!kept) return false;
    dependencies.expectAnswer();
    const { messages, events } = await withRetry(quietly ? quiet : retries, signal, () =>
      client.history(kept),
    );
    if (signal.aborted) return false;
    if (quietly && conversation.value !== before) {
      isStale = true;
      return false;
    }
    const read = fromHistory(messages, { ...dependencies, events, actions: agent.value?.actions });
    const drawn = preserveEntryKeys(read, conversation.value);
    batch(() => {
      shown.value = kept;
      conversation.value = drawn;
      told.value = { messages, drawn, ...(events && { events }) };
      state.value = "ready";
    });
    if (!isAnswering.value) return false;
    const ended = await dependencies.receive(undefined, signal);
    if (!ended && times > 0) await draw(signal, false, times - 1);
    return true;
  }

  async function read(quietly = false): Promise<void> {
    const signal = life();
    const before = conversation.value;
    if (!quietly) state.value = "loading";
    let kept: string | undefined;
    reading = signal;
    try {
      await dependencies.loadAgent(signal);
      kept = token()?.read();
      if (await draw(signal, quietly)) sender().ended();
    } catch (error) {
      if (signal.aborted) return;
      if (quietly && conversation.value !== before) isStale = true;
      else if (isUnknownSession(error)) {
        // A file that was uploaded in the meantime has opened another.
        if (token()?.read() === kept) token()?.forget();
        conversation.value = [];
      } else if (!quietly || isShutOut(error)) {
        if (state.value === "loading") state.value = "failed";
        sender().refuse(error);
      }
    }
    if (signal.aborted) return;
    reading = undefined;
    if (state.value === "loading") state.value = "ready";
    if (state.value === "ready") goOn();
  }

  async function refresh(isAnother = false): Promise<void> {
    const isLeft = isAnother || (shown.peek() !== undefined && !isKept());
    // What is being sent is completed first, and what could not be sent stays on screen.
    const isBusy = sender().isUnsettled() ? isAnswering.value || !isLeft : isAnswering.value && !isLeft;
    if (!isAnother && (isBusy || state.value === "loading" || (reading === life() && !isLeft))) {
      isStale = true;
      return sender().next();
    }
    isStale = false;
    if (isLeft) dependencies.leave();
    if (state.value !== "unavailable") await read(!isLeft && state.value === "ready");
  }

  function goOn(): void {
    if (isStale) void refresh();
    else sender().next();
  }

  return {
    read,
    refresh,
    catchUp: (signal) => (isKept() ? draw(signal) : refresh()),
    goOn,
    shown,
    told,
    isKept,
    taken(accepted, sent) {
      shown.value = accepted.token;
      // Another tab may have left this chat in the meantime: that stands, and this tab follows once it is answered.
      if (sent === undefined || token()?.read() === sent) token()?.write(accepted.token);
      isStale ||= !isKept();
    },
    forget() {
      shown.value = undefined;
      told.value = undefined;
      isStale = false;
    },
  };
}
