import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { buildConnector, Agent } from "undici";
import type { Dispatcher } from "undici";
import type { AddressRule, ResolveName } from "./address-rule.ts";
import { OutboundError } from "./outbound.ts";

/** The dependencies of the connector. */
export interface GuardedConnectorDependencies {
  readonly mayReach: AddressRule;
  readonly resolve: ResolveName;
  /** Milliseconds for name, connection and TLS together. */
  readonly connectMs: number;
  /** Certificates to trust instead of the system's. */
  readonly ca: string | undefined;
}

/**
 * Connects to checked addresses only. It sits below everything that makes requests, so that none can do without it: a
 * name is looked up once, one forbidden answer is enough to refuse it, and what was checked is what is connected to.
 * TLS and the `Host` header keep the name.
 */
export function createGuardedConnector({
  mayReach,
  resolve,
  connectMs,
  ca,
}: GuardedConnectorDependencies): buildConnector.connector {
  async function checkedAddresses(host: string): Promise<readonly string[]> {
    const addresses = isIP(host) === 0 ? await inTime(resolve(host), connectMs, host) : [host];
    if (addresses.length === 0) throw new OutboundError("unreachable", `${host} has no address`);
    const forbidden = addresses.find((address) => !mayReach(address));
    if (forbidden === undefined) return addresses;
    throw new OutboundError("refused", `${host} leads to ${forbidden}, which is not a public address`);
  }

  async function connect(options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    const startedAt = performance.now();
    let addresses: readonly string[];
    try {
      // Of a literal address, no `lookup` is ever asked: the check comes before, for names and addresses alike.
      addresses = await checkedAddresses(options.hostname.replace(/^\[|\]$/g, ""));
    } catch (cause) {
      callback(cause instanceof Error ? cause : new Error("a name could not be resolved", { cause }), null);
      return;
    }
    const connectTo = buildConnector({
      timeout: Math.max(1, connectMs - (performance.now() - startedAt)),
      allowH2: false,
      autoSelectFamily: true,
      lookup: answering(addresses),
      ...(ca !== undefined && { ca }),
    });
    connectTo(options, callback);
  }

  return (options, callback) => void connect(options, callback);
}

/** A look-up that has its answer already. */
function answering(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    const [first] = answers;
    if (all) callback(null, answers);
    else callback(null, first?.address ?? "", first?.family);
  };
}

async function inTime<Value>(work: Promise<Value>, ms: number, host: string): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new OutboundError("timeout", `${host} was not resolved in time`)),
    ms,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps connections to checked addresses. Import this file only when a request is made: the HTTP client is large. */
export function openDispatcher(dependencies: GuardedConnectorDependencies): Dispatcher {
  return new Agent({ connect: createGuardedConnector(dependencies) });
}
