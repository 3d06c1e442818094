import { computed, effect, signal } from "@preact/signals";
import type { Device, DeviceDependencies } from "../context/device.ts";
import { isUnknownSession } from "../conversation/refusals.ts";
import { followTabs } from "./follow-tabs.ts";
import { createPastChats } from "./past-chats.ts";
import { createSessionLock } from "./session-lock.ts";

/** Opens it in this tab. */
export function openDevice(dependencies: DeviceDependencies): Device {
  const { client, chat, token, valueOf, channel, seenRevision, newRevision, wait, refresh } = dependencies;
  const past = createPastChats({
    stored: dependencies.listOf(),
    keptDays: dependencies.keptDays,
    now: dependencies.now,
  });
  const begun = dependencies.listOf(() => "");
  const pastChats = signal(past.list());

  function refreshList(): void {
    if (dependencies.user()) past.take(begun);
    pastChats.value = past.list();
  }
  const callTabs = followTabs({
    name: channel,
    revision: valueOf("mark"),
    seenRevision,
    newRevision,
    refresh,
  });

  /** Switching to another chat is not a message in it. */
  let isMoving = false;

  function note(): void {
    const kept = isMoving ? undefined : token.read();
    const first = chat.conversation.peek().find(({ from, replaced }) => from === "visitor" && !replaced);
    // The chat on screen may not be the one that is stored now.
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

  // A chat from before there was a list is added when it is seen again. Not with every word of an answer.
  const hasBegun = computed(() => chat.conversation.value.length > 0);
  effect(() => {
    if (hasBegun.value && !past.list().some((each) => each.token === token.read())) note();
  });

  // What another tab changed before this part loaded.
  if ((chat.session() ?? token.read()) !== token.read()) void chat.refresh();

  return {
    client,
    token,
    isKept: dependencies.isKept,
    hasBegun,
    changed() {
      note();
      callTabs();
    },
    alone: createSessionLock({ stored: valueOf("opening"), now: Date.now, wait, page: window }),
    shortcutKey: valueOf("keys"),
    pastChats,
    refreshList,
    async open(wanted) {
      const owner = dependencies.user();
      try {
        await client.history(wanted);
      } catch (error) {
        if (!isUnknownSession(error)) throw error;
        remove(wanted);
        return false;
      }
      // The user who is there by now must not find it as their own.
      if (dependencies.user() !== owner) return true;
      isMoving = true;
      token.write(wanted);
      isMoving = false;
      void chat.refresh();
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
      // Another tab may have started the next one in the meantime.
      if (token.read() === erased) {
        token.forget(); // first, so that no answer is stopped in a chat that is gone
        chat.startNew();
      } else void chat.refresh();
      remove(erased);
    },
  };
}
