import { describe, expect, test } from "vitest";
import { createAddressReader } from "../src/admission/visitor-address.ts";
import { deriveKey } from "../src/derive-key.ts";

const key = deriveKey("a secret that only the tests know", "visitor-address");
const trustedProxies = ["10.0.0.0/8", "192.0.2.7", "::1", "2001:db8:ffff::/48"];
const { addressOf: read } = createAddressReader({ trustedProxies, key });

/** The identifier of a visitor with this connection and `X-Forwarded-For`. */
const of = (remoteAddress: string | undefined, forwarded?: string) =>
  read({
    socket: { remoteAddress } as never,
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });

const visitor = of("203.0.113.9");

describe("the visitor's address", () => {
  test("is the connection's when no trusted proxy is at its other end, whatever the header says", () => {
    expect(of("203.0.113.9", "198.51.100.1")).toBe(visitor);
    expect(of("203.0.113.9", "10.1.2.3")).toBe(visitor);
    expect(of("198.51.100.1")).not.toBe(visitor);
  });

  test.each([
    ["203.0.113.9"],
    ["198.51.100.1, 203.0.113.9"],
    ["10.9.9.9, 203.0.113.9"],
    ["203.0.113.9, 10.2.2.2, 192.0.2.7"],
    ["1.1.1.1,203.0.113.9 , 2001:db8:ffff:1::2"],
    ["203.0.113.9:51234"],
    ["[::ffff:203.0.113.9]:443"],
    ["::ffff:203.0.113.9"],
  ])("is the rightmost that is not a trusted proxy: %s", (forwarded) => {
    for (const proxy of ["10.0.0.1", "192.0.2.7", "::1", "::ffff:10.0.0.1"])
      expect([proxy, of(proxy, forwarded)]).toEqual([proxy, visitor]);
  });

  test("what a visitor writes into the header itself moves nothing", () => {
    const forged = ["198.51.100.77, 203.0.113.9", "unknown, 203.0.113.9", "10.0.0.4, 203.0.113.9"];
    for (const forwarded of forged) expect(of("10.0.0.1", forwarded)).toBe(visitor);
  });

  test("behind a proxy that does not say who asked it, all visitors are one", () => {
    const proxy = of("10.0.0.1");
    for (const forwarded of ["", "unknown", "203.0.113.9, nobody", "_hidden", "999.1.1.1"])
      expect([forwarded, of("10.0.0.1", forwarded)]).toEqual([forwarded, proxy]);
    expect(proxy).not.toBe(of("10.0.0.2"));
    expect(of(undefined)).toMatch(/^[0-9a-f]{32}$/);
  });

  test("of IPv6 the network of 64 bits counts, however the address is written", () => {
    const home = of("2001:db8:1:2::1");
    for (const same of [
      "2001:0db8:0001:0002:ffff::9",
      "2001:db8:1:2:a:b:c:d",
      "2001:DB8:1:2::",
      "2001:db8:1:2::1%eth0",
    ])
      expect([same, of(same)]).toEqual([same, home]);
    expect(of("2001:db8:1:3::1")).not.toBe(home);
    expect(of("fe80::1")).toBe(of("fe80::2:0:0:1"));
    expect(of("::2")).not.toBe(of("1::2"));
  });

  test("reveals nothing of an address, and differs between installations", () => {
    expect(visitor).toMatch(/^[0-9a-f]{32}$/);
    const { addressOf: other } = createAddressReader({
      trustedProxies,
      key: deriveKey("another secret", "visitor-address"),
    });
    expect(other({ socket: { remoteAddress: "203.0.113.9" } as never, headers: {} })).not.toBe(visitor);
  });
});
