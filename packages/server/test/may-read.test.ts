import { expect, test } from "vitest";
import { mayRead } from "../src/telemetry/may-read.ts";

function asked(remoteAddress: string | undefined, authorization?: string): Parameters<typeof mayRead>[0] {
  const headers = { host: "127.0.0.1:8080", ...(authorization && { authorization }) };
  return { headers, httpVersion: "1.1", socket: { remoteAddress } };
}

test.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])(
  "%s is this machine, and may read the metrics while no token is set",
  (address) => {
    expect(mayRead(asked(address))).toBe(true);
    expect(mayRead(asked(address), "a-token-is-set-here")).toBe(false);
  },
);

test.each([
  "192.0.2.2",
  "10.0.0.1",
  "172.17.0.1",
  "::ffff:10.0.0.1",
  "fe80::1",
  "::",
  "0.0.0.0",
  "1127.0.0.1",
  "::1:127.0.0.1",
  "",
  undefined,
])("%s is somewhere else, and needs the token, whatever it calls itself", (address) => {
  expect(mayRead(asked(address))).toBe(false);
  expect(mayRead(asked(address, "Bearer a-token-is-set-here"))).toBe(false);
  expect(mayRead(asked(address, "Bearer a-token-is-set-here"), "a-token-is-set-here")).toBe(true);
  expect(mayRead(asked(address, "Bearer a-token-is-set-her"), "a-token-is-set-here")).toBe(false);
});
