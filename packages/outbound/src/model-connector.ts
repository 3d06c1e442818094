import { Agent, buildConnector, fetch as fetchWith } from "undici";
import { createAddressRule, resolveName } from "./address-rule.ts";
import { createGuardedConnector } from "./guarded-connector.ts";
import type { ResolveName } from "./address-rule.ts";

/** How models are reached. */
export interface ModelConnectorDependencies {
  /** Whether an origin, such as `https://llm.example:8443`, must lead to public addresses each time it is connected to. */
  readonly isPublicOnly: (origin: string) => Promise<boolean>;
  /** Networks inside that such an origin may lead to all the same; none by default. */
  readonly allowedNetworks?: readonly string[] | undefined;
  /** Milliseconds for name, connection and TLS together; 10,000 by default. */
  readonly connectMs?: number;
  readonly resolve?: ResolveName;
}

/**
 * Connects to models. If somebody at the machine configured the address, it may lead anywhere, since many models run
 * inside the network; any other is checked when it is connected to, so that a name cannot lead elsewhere than it did
 * when it was applied. The callback gets an OutboundError `refused` then.
 */
export function createModelConnector({
  isPublicOnly,
  allowedNetworks = [],
  connectMs = 10_000,
  resolve = resolveName,
}: ModelConnectorDependencies): buildConnector.connector {
  const anywhere = buildConnector({ timeout: connectMs, allowH2: false });
  const guarded = createGuardedConnector({
    mayReach: createAddressRule(allowedNetworks),
    resolve,
    connectMs,
    ca: undefined,
  });
  async function connect(options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    let isGuarded: boolean;
    try {
      isGuarded = await isPublicOnly(`${options.protocol}//${options.host ?? options.hostname}`);
    } catch (cause) {
      callback(new Error("it is not known where the address may lead", { cause }), null);
      return;
    }
    (isGuarded ? guarded : anywhere)(options, callback);
  }

  return (options, callback) => void connect(options, callback);
}

/** `fetch` over the same connections, for embeddings. Bodies are not limited, and redirects are followed as asked for. */
export function createModelFetch(dependencies: ModelConnectorDependencies): typeof globalThis.fetch {
  const dispatcher = new Agent({ connect: createModelConnector(dependencies) });
  // The package's own types of what Node has too.
  return ((input: string, init: object) =>
    fetchWith(input, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
}
