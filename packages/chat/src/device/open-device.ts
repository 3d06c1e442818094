import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Client } from "@servicechat/client";
import type { Chat } from "../conversation/chat.ts";
import { isUnknownSession } from "../conversation/refusals.ts";
import { serviceNow } from "../service-time.ts";
import type { Keeper } from "../session/create-keeper.ts";
import { followTabs } from "./follow-tabs.ts";
import { createPastChats, type PastChat } from "./past-chats.ts";
import { createSessionLock } from "./session-lock.ts";

/** What the chat on this device needs of the tab it is in. */
interface DeviceParts {
  readonly client: Client;
  readonly chat: Chat;
  readonly token: Keeper;
  /** Keeps a text of that kind beside the session token. */
  readonly keeperOf: (kind: string) => Keeper;
  /** Keeps the list of past chats of that user; of whoever is signed in when none is given. */
  readonly listOf: (user?: () => string) => Keeper;
  /** Who is signed in; empty for a visitor of whom the site says nothing. */
  readonly user: () => string;
  readonly channel: string;
  readonly newMark: () => string;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Called, in a tab that is seen, after another one has changed something. */
  readonly look: () => void;
}

/** The chat as it is on this device, in all of its tabs. */
export interface Device {
  readonly client: Client;
  readonly token: Keeper;
  /** Whether there is anything on screen. It changes less often than the conversation does. */
  readonly hasBegun: ReadonlySignal<boolean>;
  /** To be called after each change of what is kept, and of the chat at the service. */
  readonly changed: () => void;
  /** Waits until no other tab opens a session, and keeps them from it until what it gives is called. */
  readonly alone: () => Promise<() => void>;
  /** The chats that can be opened again, newest first, as they were last looked at. */
  readonly pastChats: ReadonlySignal<readonly PastChat[]>;
  /** Looks at the list again, which other tabs change too. */
  readonly lookAtList: () => void;
  /** Goes over to a past chat, in all tabs. `false` when it is gone, which takes it from the list. @throws ClientError */
  readonly open: (token: string) => Promise<boolean>;
  readonly remove: (token: string) => void;
  /** Erases the chat on screen for good; a new one begins, in all tabs. @throws ClientError */
  readonly erase: () => Promise<void>;
}

/** Opens it in this tab. */
export function openDevice(parts: DeviceParts): Device {
  const { client, chat, token, keeperOf, channel, newMark, wait, look } = parts;
  const past = createPastChats({ keeper: parts.listOf(), now: serviceNow });
  const begun = parts.listOf(() => "");
  const pastChats = signal(past.list());

  function lookAtList(): void {
    if (parts.user()) past.take(begun);
    pastChats.value = past.list();
  }
  const callTabs = followTabs({ name: channel, mark: keeperOf("mark"), newMark, look });

  /** Going over to another chat is no message in it. */
  let isMoving = false;

  function note(): void {
    const kept = isMoving ? undefined : token.read();
    const first = chat.conversation.peek().find(({ from, replaced }) => from === "visitor" && !replaced);
    // What stands on screen may be another chat than the one that is kept now.
    if (kept === chat.session() && kept && first?.from === "visitor")
      past.note(kept, first.text || (first.file?.name ?? ""));
    lookAtList();
  }

  function remove(gone: string): void {
    past.remove(gone);
    lookAtList();
  }

  // A chat of before there was a list is noted when it is seen again. Not so with every word of an answer.
  const hasBegun = computed(() => chat.conversation.value.length > 0);
  effect(() => {
    if (hasBegun.value && !past.list().some((each) => each.token === token.read())) note();
  });

  // What another tab changed before this part came.
  if ((chat.session() ?? token.read()) !== token.read()) void chat.look();

  return {
    client,
    token,
    hasBegun,
    changed() {
      note();
      callTabs();
    },
    alone: createSessionLock({ keeper: keeperOf("opening"), now: Date.now, wait, page: window }),
    pastChats,
    lookAtList,
    async open(wanted) {
      const owner = parts.user();
      try {
        await client.history(wanted);
      } catch (error) {
        if (!isUnknownSession(error)) throw error;
        remove(wanted);
        return false;
      }
      // Whoever is there by now must not find it as their own.
      if (parts.user() !== owner) return true;
      isMoving = true;
      token.write(wanted);
      isMoving = false;
      void chat.look();
      return true;
    },
    remove,
    async erase() {
      const erased = chat.session();
      if (!erased) return;
      await client.erase(erased).catch((error: unknown) => {
        if (!isUnknownSession(error)) throw error;
      });
      // Another tab may have begun the next one meanwhile.
      if (token.read() === erased) {
        token.forget(); // first, so that no answer is to be stopped in a chat that is gone
        chat.startNew();
      } else void chat.look();
      remove(erased);
    },
  };
}
