import { BlockList, isIPv4, isIPv6 } from "node:net";
import { lookup } from "node:dns/promises";

/** Whether a connection to an address is allowed. Takes addresses that `net.isIP` accepts; anything else is `false`. */
export type AddressRule = (address: string) => boolean;

/** IPv4 that is not plain public unicast: IANA's special-purpose registry, multicast, and what is reserved. */
const specialIPv4 = networks([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Azure answers its machines here, with what only they may know.
  "168.63.129.16/32",
]);

/**
 * Where IPv6 has public unicast at all. Outside lie the loopback, private and link-local addresses, multicast, and all
 * forms that carry an IPv4 address: mapped, compatible, translated (64:ff9b::/96).
 */
const unicastIPv6 = networks(["2000::/3"]);

/** Exceptions within: Teredo and other protocols, documentation, 6to4, and AS112. */
const specialIPv6 = networks(["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"]);

/**
 * Allows public unicast addresses, and those in the allowed networks.
 *
 * @param allowedNetworks CIDRs; one of IPv4 does not allow the same address written as IPv6
 * @throws Error if one of them is not a CIDR
 */
export function createAddressRule(allowedNetworks: readonly string[]): AddressRule {
  const allowedIPv4 = networks(allowedNetworks.filter((network) => !network.includes(":")));
  const allowedIPv6 = networks(allowedNetworks.filter((network) => network.includes(":")));
  return (address) => {
    if (isIPv4(address)) return allowedIPv4.check(address, "ipv4") || !specialIPv4.check(address, "ipv4");
    // A zone names an interface of this machine: nothing public has one.
    if (!isIPv6(address) || address.includes("%")) return false;
    if (allowedIPv6.check(address, "ipv6")) return true;
    return unicastIPv6.check(address, "ipv6") && !specialIPv6.check(address, "ipv6");
  };
}

function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = "", bits = ""] = cidr.split("/");
    list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

/** Gives all addresses of a name, best first. Rejects when it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Asks as every program on this machine does, `/etc/hosts` included. */
export const resolveName: ResolveName = async (name) => {
  const answers = await lookup(name, { all: true });
  return answers.map(({ address }) => address);
};
