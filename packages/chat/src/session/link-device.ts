import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Client } from "@servicechat/client";
import type { Chat } from "../conversation/chat.ts";
import { newIdempotencyKey } from "../conversation/new-idempotency-key.ts";
import { keptDays, cookieArea, memoryArea, type StorageArea } from "./storage-areas.ts";
import { createPersistedValue, type PersistedValue } from "./persisted-value.ts";
import type { Network } from "../network/create-network.ts";
import type { Device } from "../context/device.ts";
import type { MenuAndTabs } from "../lazy/lazy-modules.ts";
import type { LazyModule } from "../lazy/create-lazy-module.ts";
import { createPresence, createProfiles, type Profiles } from "./profiles.ts";

/** In seconds. */
const keptFor = keptDays * 24 * 60 * 60;

/** What the link needs from its tab. */
interface LinkDependencies {
  readonly client: Client;
  readonly network: Network;
  /** The module that shares it with other tabs. */
  readonly menuAndTabs: LazyModule<MenuAndTabs>;
  readonly parentOrigin: string;
  /** Storage that outlives the tab. */
  readonly storage: StorageArea;
  readonly chat: () => Chat;
  /** For how many days the service keeps a chat, if it says so. */
  readonly keptDays: number | undefined;
  /** Whether the visitor has unsent text, or an open form or dialog. */
  readonly isBusy: () => boolean;
  /**
   * Called when it is known who is there, and when that changes: what this tab knows about a user must not be shown
   * to another.
   */
  readonly onUser: (user: string) => void;
}

/** What the chat stores on this device, shared with its other tabs once the module that does so has loaded. */
interface DeviceLink {
  /** Where the session token of an agent is stored. */
  readonly tokenOf: (agentId: string) => PersistedValue;
  readonly alone: Device["alone"];
  /** Set once that module has loaded. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** Call this when the chat has changed at the service by more than a message. */
  readonly changed: () => void;
  /**
   * Switches to the chats of a user, in all tabs whose pages say who is there. An unknown visitor's chat is kept when
   * they sign in; the chats of a user wait until they are back.
   *
   * @param user the site's id; empty for a visitor whom it does not identify
   */
  setUser(user: string): void;
  /** Call this if a file could not be loaded for long: the service may no longer have it. */
  readonly missed: () => void;
  /** Keeps in step with the other tabs from now on. */
  join(): void;
}

/** Creates the link for the page of that origin. */
export function linkDevice(dependencies: LinkDependencies): DeviceLink {
  const { client, network, menuAndTabs, parentOrigin, storage, chat, isBusy, onUser } = dependencies;
  const lastingAreas = [storage, cookieArea(document, storage, keptFor)];
  const areas = [...lastingAreas, memoryArea()];
  const device = signal<Device | undefined>(undefined);
  let profiles: Profiles | undefined;
  let token: PersistedValue | undefined;
  /** The same, as found after a reload; nothing if the browser has no storage. */
  let lastingToken: PersistedValue | undefined;
  /** What the tabs had noted as their last change before this one read its chat. */
  let seenRevision: string | undefined;
  let hasChanged = false;
  let hasJoined = false;
  const changed = (): void => {
    hasChanged = true;
    device.peek()?.changed();
  };

  const presence = createPresence({ chat, areas, onUser, changed });

  /** Switches to the user that another tab has set. `false` if it is the same user. */
  function followUser(): boolean {
    const isAnother = presence.follow();
    if (isAnother) device.peek()?.refreshList();
    return isAnother;
  }

  /** Whether the current token, if there is one, is found again after a reload. */
  const isKept = (): boolean => lastingToken?.read() === token?.read();

  /** Whether the frame could be reloaded without losing anything on screen. */
  function isCalm(): boolean {
    const { conversation, state, isAnswering, queued } = chat();
    const last = conversation.peek().at(-1);
    return (
      state.peek() === "ready" &&
      !(last?.from === "agent" && last.error) &&
      !isAnswering.peek() &&
      !queued.peek()[0] &&
      !isBusy() &&
      isKept()
    );
  }

  const renew = createFrameRenewal(isCalm);

  return {
    tokenOf(agentId) {
      profiles = createProfiles(agentId, parentOrigin, areas);
      seenRevision = createPersistedValue(profiles.commonName("mark"), areas).read();
      lastingToken = profiles.valueOf("token", lastingAreas);
      token = watchedValue(profiles.valueOf("token", areas), changed);
      presence.meet(profiles, token);
      return token;
    },
    alone: () => device.peek()?.alone() ?? Promise.resolve(() => undefined),
    device,
    changed,
    missed: () => hasJoined && void renew(),
    setUser: presence.setUser,
    join() {
      hasJoined = true;
      effect(() => {
        if (!chat().agent.value || !profiles || !token || device.peek()) return;
        void menuAndTabs.load(); // the first screen comes first
        const module = menuAndTabs.module.value;
        if (!module) return;
        const own = profiles;
        device.value = module.openDevice({
          client,
          chat: chat(),
          token,
          isKept,
          valueOf: (kind) => createPersistedValue(own.commonName(kind), areas),
          listOf: (user) => own.valueOf("chats", [storage], user),
          user: () => own.user,
          keptDays: dependencies.keptDays,
          channel: own.commonName("tabs"),
          seenRevision,
          newRevision: newIdempotencyKey,
          now: network.now,
          wait: network.wait,
          refresh: () => void (followUser() || chat().refresh()),
        });
        // Another tab may have changed that before this module loaded.
        followUser();
        if (hasChanged) device.value.changed();
      });
    },
  };
}

/**
 * Creates a function that reloads the frame if the service has another version by now, in which the files of this one
 * have other names. The frame's URL records the version, so that this happens once for each. Any failure leaves the
 * frame as it is.
 *
 * @param isCalm whether it would neither lose anything nor disturb the visitor
 */
function createFrameRenewal(isCalm: () => boolean): () => Promise<void> {
  let isRenewing = false;
  return async () => {
    if (isRenewing || !isCalm()) return;
    isRenewing = true;
    await renew(isCalm).catch(() => undefined);
    isRenewing = false;
  };
}

async function renew(isCalm: () => boolean): Promise<void> {
  const page = await (await fetch(location.href)).text();
  const files = page.match(/\/chat\/assets\/[\w.-]+/g) ?? [];
  const script = files.find((file) => file.endsWith(".js")) ?? location.hash;
  if (location.hash.includes(script) || document.querySelector(`[src="${script}"]`)) return;
  // During an upgrade the next request may reach a node of either version, so the new one's initial files are loaded
  // first.
  const answers = await Promise.all(files.map((file) => fetch(file)));
  await Promise.all(answers.map((answer) => answer.blob()));
  if (!answers.every(({ ok }) => ok) || !isCalm()) return;
  history.replaceState(history.state, "", `${location.hash}#${script}`);
  location.reload();
}

/** A persisted value that calls `changed` after each change made through it. */
function watchedValue(stored: PersistedValue, changed: () => void): PersistedValue {
  return {
    ...stored,
    write(value) {
      stored.write(value);
      changed();
    },
    forget() {
      stored.forget();
      changed();
    },
  };
}
