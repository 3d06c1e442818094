import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Client } from "@servicechat/client";
import type { Chat } from "../conversation/chat.ts";
import { newIdempotencyKey } from "../conversation/new-idempotency-key.ts";
import { devicePart } from "../later/device.ts";
import { onMissed } from "../later/fetch-later.ts";
import { createKeeper, type Keeper } from "../session/create-keeper.ts";
import { cookiePlace, memoryPlace, type Place } from "../session/places.ts";
import { watchedKeeper } from "../session/watched-keeper.ts";
import { waitOrOnline } from "../wait-or-online.ts";
import type { Device } from "./open-device.ts";
import { createProfiles, type Profiles } from "./profiles.ts";
import { renewFrame } from "./renew-frame.ts";

/** As long as the longest life of an idle session (decisions, "Sessions"): 30 days in seconds. */
const keptFor = 30 * 24 * 60 * 60;

/** What the link needs of the tab it is in. */
export interface LinkParts {
  readonly client: Client;
  readonly parentOrigin: string;
  /** What outlives the tab. */
  readonly storage: Place;
  readonly chat: () => Chat;
  /** Whether the visitor has something that is not sent. */
  readonly isComposing: () => boolean;
  /** Called when it is known who is there, and when that changes: what this tab knows of a user is nobody else's. */
  readonly isThere: (user: string) => void;
}

/** What the chat keeps on this device, shared with its other tabs once the part that does so has come. */
interface DeviceLink {
  /** Where the session token of an agent is kept. */
  readonly tokenOf: (agentId: string) => Keeper;
  readonly alone: Device["alone"];
  /** There once the part has come. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** To be called when the chat has changed at the service by more than a message. */
  readonly changed: () => void;
  /**
   * Goes over to the chats of a user, in all tabs, now and in pages that do not say who is there. What somebody has begun
   * of whom the site said nothing goes along with them as they sign in; the chats of a user wait until they are back.
   *
   * @param user an id of the site's; empty for a visitor of whom it says nothing
   */
  setUser(user: string): void;
  /** Goes in step with the other tabs from now on. */
  join(): void;
}

/** Makes the link for the page of that origin. */
export function linkDevice(parts: LinkParts): DeviceLink {
  const { client, parentOrigin, storage, chat, isComposing, isThere } = parts;
  const lasting = [storage, cookiePlace(document, keptFor)];
  const places = [...lasting, memoryPlace()];
  const device = signal<Device | undefined>(undefined);
  let profiles: Profiles | undefined;
  let token: Keeper | undefined;
  /** The same, as it is found after a reload; nothing where the browser keeps nothing. */
  let lastingToken: Keeper | undefined;
  /** What the page said before the agent was known. */
  let said: string | undefined;
  let hasChanged = false;
  const changed = (): void => {
    hasChanged = true;
    device.peek()?.changed();
  };

  function setUser(user: string): void {
    said = user;
    if (!profiles || user === profiles.user) return isThere(user);
    const begun = profiles.keeperOf("token", places, () => "");
    const session = begun.read();
    // Nothing is kept yet of what is just being sent: it begins a session, and goes on in none.
    if (profiles.user === "" && (session || chat().conversation.peek().length > 0)) {
      profiles.keeperOf("token", places, () => user).write(session ?? "");
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

  /** Goes over to whoever is there by another tab's account. `false`: that is nobody else. */
  function followUser(): boolean {
    const kept = profiles?.keptUser.read() ?? "";
    if (!profiles || kept === profiles.user) return false;
    goOver(profiles, kept);
    device.peek()?.lookAtList();
    return true;
  }

  /** Whether the frame could be loaded anew, and all that is on screen would come back. */
  function isCalm(): boolean {
    const { conversation, state, isAnswering, queued } = chat();
    const last = conversation.peek().at(-1);
    return (
      state.peek() === "ready" &&
      !(last?.from === "agent" && last.error) &&
      !isAnswering.peek() &&
      !queued.peek()[0] &&
      !isComposing() &&
      lastingToken?.read() === token?.read() &&
      !document.querySelector("form:not(.composer), dialog[open]")
    );
  }

  return {
    tokenOf(agentId) {
      profiles = createProfiles(agentId, parentOrigin, places);
      lastingToken = profiles.keeperOf("token", lasting);
      token = watchedKeeper(profiles.keeperOf("token", places), changed);
      setUser(said ?? profiles.user);
      return token;
    },
    alone: () => device.peek()?.alone() ?? Promise.resolve(() => undefined),
    device,
    changed,
    setUser,
    join() {
      onMissed(() => void renewFrame(isCalm));
      effect(() => {
        if (!chat().agent.value || !profiles || !token || device.peek()) return;
        void devicePart.load(waitOrOnline); // the first screen comes first
        const module = devicePart.module.value;
        if (!module) return;
        const own = profiles;
        device.value = module.openDevice({
          client,
          chat: chat(),
          token,
          keeperOf: (kind) => createKeeper(own.commonName(kind), places),
          listOf: (user) => own.keeperOf("chats", [storage], user),
          user: () => own.user,
          channel: own.commonName("tabs"),
          newMark: newIdempotencyKey,
          wait: waitOrOnline,
          look: () => void (followUser() || chat().look()),
        });
        // Another tab may have changed that before this part came.
        followUser();
        if (hasChanged) device.value.changed();
      });
    },
  };
}
