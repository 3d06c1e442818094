import { Agent } from "undici";
import type { Dispatcher } from "undici";
import { createGuardedConnector } from "./guarded-connector.ts";
import type { GuardedConnectorDependencies } from "./guarded-connector.ts";

/** Keeps connections to checked addresses. In a separate file, so that it is not loaded unless needed. */
export function openDispatcher(dependencies: GuardedConnectorDependencies): Dispatcher {
  return new Agent({ connect: createGuardedConnector(dependencies) });
}
