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
import type { DeviceModule } from "../context/lazy-modules.ts";
import type { LazyModule } from "../lazy/create-lazy-module.ts";
import { createProfiles, type Profiles } from "./profiles.ts";
import { createFrameRenewal } from "./renew-frame.ts";

/** In seconds. */
const keptFor = keptDays * 24 * 60 * 60;

/** What the link needs of the tab it is in. */
export interface LinkParts {
  readonly client: Client;
  readonly network: Network;
  /** The module that shares it with other tabs. */
  readonly deviceModule: LazyModule<DeviceModule>;
  readonly parentOrigin: string;
  /** What outlives the tab. */
  readonly storage: StorageArea;
  readonly chat: () => Chat;
  /** Whether the visitor has something that is not sent, or a form or dialog before them. */
  readonly isBusy: () => boolean;
  /** Called when it is known who is there, and when that changes: what this tab knows of a user is nobody else's. */
  readonly isThere: (user: string) => void;
}

/** What the chat keeps on this device, shared with its other tabs once the module that does so has come. */
interface DeviceLink {
  /** Where the session token of an agent is kept. */
  readonly tokenOf: (agentId: string) => PersistedValue;
  readonly alone: Device["alone"];
  /** There once that module has come. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** To be called when the chat has changed at the service by more than a message. */
  readonly changed: () => void;
  /**
   * Goes over to the chats of a user, in all tabs whose pages say who is there. What somebody has begun of whom the site said
   * nothing goes along with them as they sign in; the chats of a user wait until they are back.
   *
   * @param user an id of the site's; empty for a visitor of whom it says nothing
   */
  setUser(user: string): void;
  /** To be called when a file could not be fetched for long: perhaps the service has it no more. */
  readonly missed: () => void;
  /** Goes in step with the other tabs from now on. */
  join(): void;
}

/** Makes the link for the page of that origin. */
export function linkDevice(parts: LinkParts): DeviceLink {
  const { client, network, deviceModule, parentOrigin, storage, chat, isBusy, isThere } = parts;
  const lasting = [storage, cookieArea(document, storage, keptFor)];
  const areas = [...lasting, memoryArea()];
  const device = signal<Device | undefined>(undefined);
  let profiles: Profiles | undefined;
  let token: PersistedValue | undefined;
  /** The same, as it is found after a reload; nothing where the browser keeps nothing. */
  let lastingToken: PersistedValue | undefined;
  /** What the page said before the agent was known. */
  let said: string | undefined;
  let hasChanged = false;
  let hasJoined = false;
  const changed = (): void => {
    hasChanged = true;
    device.peek()?.changed();
  };

  function setUser(user: string): void {
    said = user;
    if (!profiles || user === profiles.user) return isThere(user);
    const begun = profiles.valueOf("token", areas, () => "");
    const session = begun.read();
    // Nothing is kept yet of what is just being sent: it begins a session, and goes on in none.
    if (profiles.user === "" && (session || chat().conversation.peek().length > 0)) {
      profiles.valueOf("token", areas, () => user).write(session ?? "");
      begun.forget();
    }
    profiles.keptUser.write(user);
    goOver(profiles, user, session);
    changed();
  }

  function goOver(to: Profiles, user: string, along?: string): void {
    const { user: before } = to;
    to.user = user;
    isThere(user);
    const on = chat();
    const kept = token?.read();
    // What goes along is on screen already, also what opens its session just now. Before the agent is known nothing is.
    const drawn = on.session() ?? along ?? (on.conversation.peek().length > 0 ? kept : undefined);
    if ((before !== "" || kept !== drawn) && on.agent.peek()) void on.look(true);
  }

  /** Goes over to whoever is there by another tab's account, if this page has said so itself. `false`: that is nobody else. */
  function followUser(): boolean {
    const kept = profiles?.keptUser.read() ?? "";
    if (!profiles || said === undefined || kept === profiles.user) return false;
    goOver(profiles, kept);
    device.peek()?.refreshList();
    return true;
  }

  /** Whether the present token, if there is one, is found again after a reload. */
  const isKept = (): boolean => lastingToken?.read() === token?.read();

  /** Whether the frame could be loaded anew, and all that is on screen would come back. */
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
      lastingToken = profiles.valueOf("token", lasting);
      token = watchedValue(profiles.valueOf("token", areas), changed);
      // Whoever was signed in last may have gone: until the page speaks, nobody is there.
      if (said === undefined) profiles.user = "";
      else setUser(said);
      return token;
    },
    alone: () => device.peek()?.alone() ?? Promise.resolve(() => undefined),
    device,
    changed,
    missed: () => hasJoined && void renew(),
    setUser,
    join() {
      hasJoined = true;
      effect(() => {
        if (!chat().agent.value || !profiles || !token || device.peek()) return;
        void deviceModule.load(); // the first screen comes first
        const module = deviceModule.module.value;
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
          newRevision: newIdempotencyKey,
          now: network.now,
          wait: network.wait,
          look: () => void (followUser() || chat().look()),
        });
        // Another tab may have changed that before this module came.
        followUser();
        if (hasChanged) device.value.changed();
      });
    },
  };
}
