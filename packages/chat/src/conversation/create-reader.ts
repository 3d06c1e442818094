import { batch, signal as createSignal, type ReadonlySignal } from "@preact/signals";
import type { Accepted } from "@servicechat/client";
import type { ToldHistory } from "./chat.ts";
import type { ChatParts } from "./chat-parts.ts";
import type { ChatUnitParts } from "./chat-unit-parts.ts";
import type { Answers } from "./create-answers.ts";
import type { Sender } from "./create-sender.ts";
import { fromHistory } from "./from-history.ts";
import { preserveEntryKeys } from "./preserve-entry-keys.ts";
import { withRetry, type RetryParts } from "./retry-policy.ts";
import { isShutOut, isUnknownSession } from "./refusals.ts";

/** Draws what the service has of the kept chat. It knows which chat is on screen, and whether that is how it is now. */
export interface Reader {
  /** Reads the chat; `quietly`: what is drawn stays as it is until there is better. */
  readonly read: (quietly?: boolean) => Promise<void>;
  /** As `look` of the chat. */
  readonly look: (isAnother?: boolean) => Promise<void>;
  /** Draws how a turn has ended that only history knows of: in this chat, or in the one that another tab went on to. */
  readonly catchUp: (signal: AbortSignal) => Promise<unknown>;
  /** Draws what other tabs have changed while something went on; without such a thing, what waits is sent. */
  readonly goOn: () => void;
  /** The token of the chat on screen, once the service has told of it. */
  readonly shown: ReadonlySignal<string | undefined>;
  /** What its history told last. */
  readonly told: ReadonlySignal<ToldHistory | undefined>;
  /** Whether the chat on screen is the kept one: another tab may have gone on to another. */
  readonly isKept: () => boolean;
  /** The service has taken a turn that went with the token `sent`, and tells the token of its chat. */
  readonly taken: (accepted: Accepted, sent: string | undefined) => void;
  /** The chat has been left. */
  readonly forget: () => void;
}

/** What the reader needs of its chat. */
interface ReaderParts extends ChatUnitParts, Pick<ChatParts, "sayAction"> {
  readonly hear: Answers["hear"];
  /** Sees that it is known who answers. */
  readonly meetAgent: (signal: AbortSignal) => Promise<void>;
  readonly sender: () => Sender;
}

/** Makes the reader. */
export function createReader(parts: ReaderParts): Reader {
  const { client, conversation, state, agent, isAnswering, retries, token, life, sender } = parts;
  const quiet: RetryParts = { ...retries, notify() {} };
  const shown = createSignal<string | undefined>(undefined);
  const told = createSignal<ToldHistory | undefined>(undefined);
  /** Another tab has changed something that is not on screen yet. */
  let isStale = false;
  /** The life of the chat that is being read. */
  let reading: AbortSignal | undefined;
  const isKept = (): boolean => token()?.read() === shown.peek();

  /**
   * Draws the history, then follows the reply that is still running; `true` when there was one. What is said while it is
   * read `quietly` stays on screen, and it is read again.
   */
  async function draw(signal: AbortSignal, quietly = false, times = 3): Promise<boolean> {
    const kept = token()?.read();
    const before = conversation.value;
    if (!quietly || !kept) shown.value = kept;
    if (!kept) return false;
    parts.expectAnswer();
    const { messages, events } = await withRetry(quietly ? quiet : retries, signal, () =>
      client.history(kept),
    );
    if (signal.aborted) return false;
    if (quietly && conversation.value !== before) {
      isStale = true;
      return false;
    }
    const read = fromHistory(messages, { ...parts, events, actions: agent.value?.actions });
    const drawn = preserveEntryKeys(read, conversation.value);
    batch(() => {
      shown.value = kept;
      conversation.value = drawn;
      told.value = { messages, drawn, ...(events && { events }) };
      state.value = "ready";
    });
    if (!isAnswering.value) return false;
    const ended = await parts.hear(undefined, signal);
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
      await parts.meetAgent(signal);
      kept = token()?.read();
      if (await draw(signal, quietly)) sender().ended();
    } catch (error) {
      if (signal.aborted) return;
      if (quietly && conversation.value !== before) isStale = true;
      else if (isUnknownSession(error)) {
        // A file that was sent meanwhile has opened another.
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

  async function look(isAnother = false): Promise<void> {
    const isLeft = isAnother || (shown.peek() !== undefined && !isKept());
    // What is being sent is seen through first, and what could not be sent is not taken from the screen.
    const isBusy = sender().isUnsettled() ? isAnswering.value || !isLeft : isAnswering.value && !isLeft;
    if (!isAnother && (isBusy || state.value === "loading" || (reading === life() && !isLeft))) {
      isStale = true;
      return sender().next();
    }
    isStale = false;
    if (isLeft) parts.leave();
    if (state.value !== "unavailable") await read(!isLeft && state.value === "ready");
  }

  function goOn(): void {
    if (isStale) void look();
    else sender().next();
  }

  return {
    read,
    look,
    catchUp: (signal) => (isKept() ? draw(signal) : look()),
    goOn,
    shown,
    told,
    isKept,
    taken(accepted, sent) {
      shown.value = accepted.token;
      // Another tab may have left this chat meanwhile: that stands, and this tab follows once it is answered.
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
