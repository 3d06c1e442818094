import { createHmac, type KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** The request as far as it tells where it came from. */
type Caller = Pick<IncomingMessage, "headers" | "socket">;

/** Knows where requests come from. */
export interface AddressReader {
  /** Stands for the visitor's address, without telling it. */
  readonly addressOf: (caller: Caller) => string;
  /** Whether a connection's address is one whose `X-Forwarded-For` counts. */
  readonly isTrustedProxy: (address: string) => boolean;
  /**
   * Whether `addressOf` tells visitors apart on a connection from that address. On one from the machine itself, or from a
   * network that is not public, it may be that of a proxy which nobody has named.
   */
  readonly isOfVisitor: (address: string) => boolean;
}

/**
 * Creates the reader of visitors' addresses. The result of `addressOf` is the same for the same visitor and cannot be
 * turned back into an address without the key: 32 hexadecimal digits. For IPv6 only the network of 64 bits counts,
 * since anyone who has one address of it has them all.
 *
 * The address is that of the connection. If it comes from a trusted proxy, it is the rightmost address of
 * `X-Forwarded-For` that is not a trusted proxy: everything further left could be forged.
 *
 * @param trustedProxies addresses and networks such as `10.0.0.0/8`
 */
export function createAddressReader({
  trustedProxies,
  key,
}: {
  readonly trustedProxies: readonly string[];
  readonly key: KeyObject;
}): AddressReader {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  function visitorOf({ headers, socket }: Caller): string {
    let visitor = canonical(socket.remoteAddress ?? "");
    const hops = String(headers["x-forwarded-for"] ?? "").split(",");
    while (visitor !== undefined && isTrusted(visitor)) {
      const next = hopAddress(hops.pop());
      // A proxy that does not name its client counts as the client.
      if (next === undefined) break;
      visitor = next;
    }
    return visitor ?? "";
  }

  function isTrustedProxy(address: string): boolean {
    const connected = canonical(address);
    return connected !== undefined && isTrusted(connected);
  }

  return {
    addressOf: (caller) =>
      createHmac("sha256", key)
        .update(networkOf(visitorOf(caller)))
        .digest("hex")
        .slice(0, 32),
    isTrustedProxy,
    isOfVisitor: (address) => isTrustedProxy(address) || !isPrivateAddress(address),
  };
}

/** Whether a connection comes from the machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const connected = canonical(address) ?? "";
  return connected === "::1" || connected.startsWith("127.");
}

/** RFC 1918, 4193, 6598, and addresses that are valid on one link alone (RFC 3927, 4291). */
const privateNetworks = listOf([
  "10.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
  "fe80::/10",
]);

/** Whether a connection comes from the machine itself or from a network that is not public. */
function isPrivateAddress(address: string): boolean {
  const connected = canonical(address) ?? "";
  return (
    isLoopbackAddress(connected) || privateNetworks.check(connected, isIP(connected) === 6 ? "ipv6" : "ipv4")
  );
}

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(canonical(address) ?? address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** An entry of `X-Forwarded-For`; some proxies add the port. */
function hopAddress(hop: string | undefined): string | undefined {
  const text = hop?.trim() ?? "";
  return canonical(/^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text);
}

/** One form for each address: an IPv4 address stays one in any notation. `undefined` for anything but an address. */
function canonical(text: string): string | undefined {
  const [address = ""] = text.split("%");
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const spelt = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelt);
  if (!mapped) return spelt;
  const halves = mapped.slice(1).map((half) => Number.parseInt(half, 16));
  return halves.flatMap((half) => [half >> 8, half & 255]).join(".");
}

/** The unit that is counted: an IPv4 address, or the first half of an IPv6 address. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const sides = address.split("::").map((side) => side.split(":").filter((group) => group !== ""));
  const [left = [], right = []] = sides;
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
