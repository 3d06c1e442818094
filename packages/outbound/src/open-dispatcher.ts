import { Agent } from "undici";
import type { Dispatcher } from "undici";
import { createGuardedConnector } from "./guarded-connector.ts";
import type { GuardedConnectorParts } from "./guarded-connector.ts";

/** Keeps connections to checked addresses. A file of its own, so that who never asks another server does not load it. */
export function openDispatcher(parts: GuardedConnectorParts): Dispatcher {
  return new Agent({ connect: createGuardedConnector(parts) });
}
