import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Client } from "@servicechat/client";
import type { Chat } from "../conversation/chat.ts";
import { newIdempotencyKey } from "../conversation/new-idempotency-key.ts";
import { devicePart } from "../later/device.ts";
import { onMissed } from "../later/fetch-later.ts";
import { createKeeper, keeperName, type Keeper } from "../session/create-keeper.ts";
import { cookiePlace, memoryPlace, storagePlace } from "../session/places.ts";
import { watchedKeeper } from "../session/watched-keeper.ts";
import { waitOrOnline } from "../wait-or-online.ts";
import type { Device } from "./open-device.ts";
import { renewFrame } from "./renew-frame.ts";

/** As long as the longest life of an idle session (decisions, "Sessions"): 30 days in seconds. */
const keptFor = 30 * 24 * 60 * 60;

/** What the chat keeps on this device, shared with its other tabs once the part that does so has come. */
export interface DeviceLink {
  /** Where the session token of an agent is kept. */
  readonly tokenOf: (agentId: string) => Keeper;
  readonly alone: Device["alone"];
  /** There once the part has come. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** To be called when the chat has changed at the service by more than a message. */
  readonly changed: () => void;
  /**
   * Goes in step with the other tabs from now on.
   *
   * @param isComposing whether the visitor has something that is not sent
   */
  join(chat: Chat, isComposing: () => boolean): void;
}

/**
 * Makes the link for the page of that origin.
 *
 * @param user the page's id of the visitor: each has chats of their own, and so has whoever is not signed in
 */
export function linkDevice(client: Client, parentOrigin: string, user?: string): DeviceLink {
  const storage = storagePlace(() => localStorage);
  const lasting = [storage, cookiePlace(document, keptFor)];
  const places = [...lasting, memoryPlace()];
  const device = signal<Device | undefined>(undefined);
  let token: Keeper | undefined;
  /** The same, as it is found after a reload; nothing where the browser keeps nothing. */
  let lastingToken: Keeper | undefined;
  let hasChanged = false;
  const changed = (): void => {
    hasChanged = true;
    device.peek()?.changed();
  };

  const nameOf = (kind: string, agentId: string): string =>
    keeperName(kind, user ? `${agentId} ${user}` : agentId, parentOrigin);

  return {
    tokenOf(agentId) {
      const name = nameOf("token", agentId);
      lastingToken = createKeeper(name, lasting);
      token = watchedKeeper(createKeeper(name, places), changed);
      if (user && !token.read())
        takeAlong(createKeeper(keeperName("token", agentId, parentOrigin), places), token);
      return token;
    },
    alone: () => device.peek()?.alone() ?? Promise.resolve(() => undefined),
    device,
    changed,
    join(chat, isComposing) {
      /** Whether the frame could be loaded anew, and all that is on screen would come back. */
      const isCalm = (): boolean => {
        const last = chat.conversation.peek().at(-1);
        return (
          chat.state.peek() === "ready" &&
          !(last?.from === "agent" && last.error) &&
          !chat.isAnswering.peek() &&
          !chat.queued.peek()[0] &&
          !isComposing() &&
          lastingToken?.read() === token?.read() &&
          !document.querySelector("form:not(.composer), dialog[open]")
        );
      };
      onMissed(() => void renewFrame(isCalm));
      effect(() => {
        const owner = chat.agent.value?.id;
        if (owner === undefined || !token || device.peek()) return;
        void devicePart.load(waitOrOnline); // the first screen comes first
        const module = devicePart.module.value;
        if (!module) return;
        device.value = module.openDevice({
          client,
          chat,
          token,
          keeperOf: (kind) => createKeeper(nameOf(kind, owner), places),
          list: createKeeper(nameOf("chats", owner), [storage]),
          ...(user && { listBefore: createKeeper(keeperName("chats", owner, parentOrigin), [storage]) }),
          channel: nameOf("tabs", owner),
          newMark: newIdempotencyKey,
          wait: waitOrOnline,
        });
        if (hasChanged) device.value.changed();
      });
    },
  };
}

/** What a visitor said before signing in goes along with them, and is there for nobody else. */
function takeAlong(before: Keeper, token: Keeper): void {
  const said = before.read();
  if (!said) return;
  token.write(said);
  before.forget();
}
