import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Client } from "@servicechat/client";
import type { Chat } from "../conversation/chat.ts";
import { newIdempotencyKey } from "../conversation/new-idempotency-key.ts";
import { keptDays } from "./kept-days.ts";
import { createPersistedValue, type PersistedValue } from "./persisted-value.ts";
import { cookieArea, memoryArea, type StorageArea } from "./storage-areas.ts";
import { watchedValue } from "./watched-value.ts";
import type { Network } from "../network/create-network.ts";
import type { Device } from "../context/device.ts";
import type { MenuAndTabs } from "../context/lazy-modules.ts";
import type { LazyModule } from "../lazy/create-lazy-module.ts";
import { createPresence } from "./create-presence.ts";
import { createProfiles, type Profiles } from "./profiles.ts";
import { createFrameRenewal } from "./renew-frame.ts";

/** In seconds. */
const keptFor = keptDays * 24 * 60 * 60;

/** What the link needs from its tab. */
export interface LinkDependencies {
  readonly client: Client;
  readonly network: Network;
  /** The module that shares it with other tabs. */
  readonly menuAndTabs: LazyModule<MenuAndTabs>;
  readonly parentOrigin: string;
  /** Storage that outlives the tab. */
  readonly storage: StorageArea;
  readonly chat: () => Chat;
  /** Whether the visitor has unsent text, or an open form or dialog. */
  readonly isBusy: () => boolean;
  /**
   * Called when it is known who is there, and when that changes: what this tab knows about a user belongs to nobody
   * else.
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

  /** Switches to the user that another tab has set. `false` if it is nobody else. */
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
