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

/** Makes the link for the page of that origin. */
export function linkDevice(client: Client, parentOrigin: string): DeviceLink {
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

  return {
    tokenOf(agentId) {
      const name = keeperName("token", agentId, parentOrigin);
      lastingToken = createKeeper(name, lasting);
      return (token = watchedKeeper(createKeeper(name, places), changed));
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
        const nameOf = (kind: string): string => keeperName(kind, owner, parentOrigin);
        device.value = module.openDevice({
          client,
          chat,
          token,
          keeperOf: (kind) => createKeeper(nameOf(kind), places),
          list: createKeeper(nameOf("chats"), [storage]),
          channel: nameOf("tabs"),
          newMark: newIdempotencyKey,
          wait: waitOrOnline,
        });
        if (hasChanged) device.value.changed();
      });
    },
  };
}
