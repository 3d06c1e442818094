import { computed, effect, signal } from "@preact/signals";
import type { Device, DeviceParts } from "../context/device.ts";
import { isUnknownSession } from "../conversation/refusals.ts";
import { followTabs } from "./follow-tabs.ts";
import { createPastChats } from "./past-chats.ts";
import { createSessionLock } from "./session-lock.ts";

/** Opens it in this tab. */
export function openDevice(parts: DeviceParts): Device {
  const { client, chat, token, valueOf, channel, newRevision, wait, look } = parts;
  const past = createPastChats({ stored: parts.listOf(), now: parts.now });
  const begun = parts.listOf(() => "");
  const pastChats = signal(past.list());

  function refreshList(): void {
    if (parts.user()) past.take(begun);
    pastChats.value = past.list();
  }
  const callTabs = followTabs({ name: channel, revision: valueOf("mark"), newRevision, look });

  /** Going over to another chat is no message in it. */
  let isMoving = false;

  function note(): void {
    const kept = isMoving ? undefined : token.read();
    const first = chat.conversation.peek().find(({ from, replaced }) => from === "visitor" && !replaced);
    // What stands on screen may be another chat than the one that is kept now.
    if (kept === chat.session() && kept && first?.from === "visitor")
      past.note(kept, first.text || (first.file?.name ?? ""));
    refreshList();
  }

  const keptLinkKey = valueOf("link");
  function linkKey(): string {
    const kept = keptLinkKey.read() ?? newRevision();
    keptLinkKey.write(kept);
    return kept;
  }

  function remove(gone: string): void {
    past.remove(gone);
    refreshList();
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
    isKept: parts.isKept,
    hasBegun,
    changed() {
      note();
      callTabs();
    },
    alone: createSessionLock({ stored: valueOf("opening"), now: Date.now, wait, page: window }),
    pastChats,
    refreshList,
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
    linkKey,
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
