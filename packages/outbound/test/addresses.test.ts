import fc from "fast-check";
import { expect, test } from "vitest";
import { createAddressRule } from "../src/address-rule.ts";

const mayReach = createAddressRule([]);
const ipv4 = fc.ipV4().map((address) => address.split(".").map(Number));

/** As the web writes addresses: what a check sees has been through this. */
function hostOf(text: string): string {
  return new URL(`http://${text}/`).hostname.replace(/^\[|\]$/g, "");
}

function hex(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString("hex");
}

test("no IPv6 form that contains an IPv4 address is reached, whatever the IPv4 address", () => {
  fc.assert(
    fc.property(ipv4, (bytes) => {
      const text = hex(bytes);
      const [high, low] = [text.slice(0, 4), text.slice(4)];
      const forms = [
        `[::ffff:${bytes.join(".")}]`,
        `[::${bytes.join(".")}]`,
        `[64:ff9b::${bytes.join(".")}]`,
        `[::ffff:0:${high}:${low}]`,
        `[2002:${high}:${low}::1]`,
        `[2001:0:${high}:${low}::1]`,
      ];
      expect(forms.filter((form) => mayReach(hostOf(form)))).toEqual([]);
    }),
  );
});

test("of IPv6, nothing outside 2000::/3 is reached", () => {
  const outside = fc.ipV6().filter((address) => {
    const first = Number.parseInt(hostOf(`[${address}]`).split(":")[0] || "0", 16);
    return first < 0x20_00 || first > 0x3f_ff;
  });
  fc.assert(fc.property(outside, (address) => !mayReach(hostOf(`[${address}]`))));
});

test("an IPv4 address means the same however it is written", () => {
  fc.assert(
    fc.property(ipv4, (bytes) => {
      const number = Number.parseInt(hex(bytes), 16);
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      const forms = [
        String(number),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        `0${a.toString(8)}.0x${b.toString(16)}.${c * 256 + d}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
      ];
      const plain = mayReach(bytes.join("."));
      expect(forms.filter((form) => mayReach(hostOf(form)) !== plain)).toEqual([]);
    }),
  );
});

test("private, local and reserved networks are refused to their last address", () => {
  const tail = (count: number) => fc.array(fc.nat(255), { minLength: count, maxLength: count });
  const within: readonly fc.Arbitrary<readonly number[]>[] = [
    tail(3).map((rest) => [10, ...rest]),
    tail(3).map((rest) => [127, ...rest]),
    tail(2).map((rest) => [169, 254, ...rest]),
    tail(2).map((rest) => [192, 168, ...rest]),
    fc.tuple(fc.integer({ min: 16, max: 31 }), tail(2)).map(([b, rest]) => [172, b, ...rest]),
    fc.tuple(fc.integer({ min: 64, max: 127 }), tail(2)).map(([b, rest]) => [100, b, ...rest]),
    fc.tuple(fc.integer({ min: 224, max: 255 }), tail(3)).map(([a, rest]) => [a, ...rest]),
  ];
  fc.assert(fc.property(fc.oneof(...within), (bytes) => !mayReach(bytes.join("."))));
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "223.255.255.255",
  "2001:4860:4860::8888",
  "2003::1",
  "2600::1",
  "2a00:1450:4001:80b::200e",
])("%s is public", (address) => {
  expect(mayReach(address)).toBe(true);
});

test.each(["", "localhost", "1.2.3", "1.2.3.4.5", "fe80::1%eth0", "2600::1%1", "[2600::1]", "1.1.1.1 "])(
  "anything but an address is refused: '%s'",
  (text) => {
    expect(mayReach(text)).toBe(false);
  },
);

test("an allowed network is reached, its neighbours are not, and IPv4 does not allow itself in IPv6's clothes", () => {
  const allows = createAddressRule(["10.1.0.0/16", "fd12::/32"]);
  expect(["10.1.2.3", "fd12::7"].filter(allows)).toHaveLength(2);
  const others = [
    "10.2.0.1",
    "::ffff:10.1.2.3",
    "::ffff:a01:203",
    "64:ff9b::a01:203",
    "fd13::7",
    "127.0.0.1",
  ];
  expect(others.filter(allows)).toEqual([]);
});

test("everything is allowed to an operator who allows everything, but still no zone", () => {
  const allows = createAddressRule(["0.0.0.0/0", "::/0"]);
  expect(allows("127.0.0.1")).toBe(true);
  expect(allows("::1")).toBe(true);
  expect(allows("fe80::1%lo")).toBe(false);
});
