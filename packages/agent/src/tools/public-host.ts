import { isIP } from "node:net";
import { createAddressRule } from "@servicechat/outbound";

const isPublicAddress = createAddressRule([]);

/** The ends of names that only some network of the operator's own knows. */
const internalEnd =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|consul)$/i;

/**
 * The host of an address as visitors may see it, with its port if it has one. `undefined` for what lies within a network:
 * an address that is not public, a name without a dot, and names of domains that are none of the internet's.
 */
export function publicHost({ hostname, host }: URL): string | undefined {
  const name = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (isIP(name)) return isPublicAddress(name) ? host : undefined;
  return name.includes(".") && !internalEnd.test(name) ? host : undefined;
}
