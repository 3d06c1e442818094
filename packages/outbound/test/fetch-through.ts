import { createOutbound, OutboundError } from "../src/index.ts";
import type { Outbound, OutboundErrorKind, OutboundDependencies, OutboundRequest } from "../src/index.ts";

/** The part of this machine that plays the public internet; 127.0.0.1 stays private. */
export const publicAddress = "127.0.0.2";
const publicNetwork = `${publicAddress}/32`;

/** Names of the tests. All but those given lead to the public address. */
export function resolverOf(names: Readonly<Record<string, readonly string[]>> = {}) {
  return async (name: string) => names[name] ?? [publicAddress];
}

/** Outbound requests that see the test's public range, and look names up in the test. */
export function openOutbound(dependencies: Partial<OutboundDependencies> = {}): Outbound {
  return createOutbound({ allowedNetworks: [publicNetwork], resolve: resolverOf(), ...dependencies });
}

export const plain = { timeoutMs: 10_000, maxBytes: 1_000_000, maxRedirects: 5 } as const;

/** The result of a request: its status, or why there was none. */
export async function outcomeOf(
  outbound: Outbound,
  request: Partial<OutboundRequest> & { readonly url: string },
): Promise<number | OutboundErrorKind> {
  try {
    return (await outbound.request({ ...plain, ...request })).status;
  } catch (thrown) {
    if (thrown instanceof OutboundError) return thrown.kind;
    throw thrown;
  }
}
