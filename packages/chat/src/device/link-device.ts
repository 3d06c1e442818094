import { effect } from "@preact/signals";
import type { Chat } from "../conversation/chat.ts";
import { newIdempotencyKey } from "../conversation/new-idempotency-key.ts";
import { devicePart } from "../later/device.ts";
import { createKeeper, keeperName, type Keeper } from "../session/create-keeper.ts";
import { cookiePlace, memoryPlace, storagePlace } from "../session/places.ts";
import { watchedKeeper } from "../session/watched-keeper.ts";
import { waitOrOnline } from "../wait-or-online.ts";
import type { Device } from "./open-device.ts";

/** As long as the longest life of an idle session (decisions, "Sessions"): 30 days in seconds. */
const keptFor = 30 * 24 * 60 * 60;

/** What the chat keeps on this device, shared with its other tabs once the part that does so has come. */
export interface DeviceLink {
  /** Where the session token of an agent is kept. */
  readonly tokenOf: (agentId: string) => Keeper;
  readonly alone: Device["alone"];
  /** To be called when the chat has changed at the service by more than a message. */
  readonly changed: () => void;
  /** Goes in step with the other tabs from now on. */
  join(chat: Chat): void;
}

/** Makes the link for the page of that origin. */
export function linkDevice(parentOrigin: string): DeviceLink {
  const places = [storagePlace(() => localStorage), cookiePlace(document, keptFor), memoryPlace()];
  let device: Device | undefined;
  let hasChanged = false;
  const changed = (): void => {
    hasChanged = true;
    device?.changed();
  };

  return {
    tokenOf: (agentId) =>
      watchedKeeper(createKeeper(keeperName("token", agentId, parentOrigin), places), changed),
    alone: () => device?.alone() ?? Promise.resolve(() => undefined),
    changed,
    join(chat) {
      effect(() => {
        const owner = chat.agent.value?.id;
        if (owner === undefined || device) return;
        void devicePart.load(waitOrOnline); // the first screen comes first
        const module = devicePart.module.value;
        if (!module) return;
        device = module.openDevice({
          keeperOf: (kind) => createKeeper(keeperName(kind, owner, parentOrigin), places),
          channel: keeperName("tabs", owner, parentOrigin),
          newMark: newIdempotencyKey,
          wait: waitOrOnline,
          look: () => void chat.look(),
        });
        if (hasChanged) device.changed();
      });
    },
  };
}
