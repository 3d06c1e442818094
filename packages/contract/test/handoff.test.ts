import { expect, test } from "vitest";
import { isHexColour, readTicketClaims } from "../src/index.ts";

const claims = { v: 1, k: "k1", o: "https://shop.example", x: 2_000_000_000 };
const sealed = (payload: unknown) => `${Buffer.from(JSON.stringify(payload)).toString("base64url")}.seal`;

test("a ticket's claims are read as they were written", () => {
  expect(readTicketClaims(sealed(claims))).toEqual(claims);
  // Its letters are those of addresses, which `atob` does not know.
  const umlauts = { ...claims, o: "https://\u00ff\u00fe\u00ff\u00be\u00bf.example" };
  expect(sealed(umlauts)).toMatch(/[-_]/);
  expect(readTicketClaims(sealed(umlauts))?.k).toBe("k1");
});

test.each([
  ["no seal", sealed(claims).slice(0, -5)],
  ["an empty seal", sealed(claims).slice(0, -4)],
  ["a third part", `${sealed(claims)}.more`],
  ["no JSON", "bm9wZQ.seal"],
  ["no base64", "%%%.seal"],
  ["another version", sealed({ ...claims, v: 2 })],
  ["no key", sealed({ ...claims, k: 1 })],
  ["no origin", sealed({ ...claims, o: null })],
  ["no expiry", sealed({ ...claims, x: "soon" })],
])("anything with %s is not a ticket", (_what, ticket) => {
  expect(readTicketClaims(ticket)).toBeUndefined();
});

test("a colour is #rgb or #rrggbb, and nothing that only begins or ends so", () => {
  expect(["#0f7", "#0F766E"].every(isHexColour)).toBe(true);
  const others = ["#0f76", "#0f766", "#0f766e0", "#0f766e0f7", "0f766e", "#0f7 ", "#ggg", "red", "", 0, null];
  expect(others.filter(isHexColour)).toEqual([]);
});
