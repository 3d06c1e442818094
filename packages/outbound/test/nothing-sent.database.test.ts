import { afterAll, beforeAll, expect, test } from "vitest";
import { OutboundError } from "../src/index.ts";
import { openOutbound, publicAddress } from "./fetch-through.ts";
import { startTarget } from "./start-target.ts";
import type { Target } from "./start-target.ts";

let open: Target;
const outbound = openOutbound();

beforeAll(async () => {
  open = await startTarget(({ path }, response) => {
    const to = new URL(path, "http://x").searchParams.get("to");
    if (to === null) return void response.destroy();
    response.writeHead(302, { location: to }).end();
  });
});

afterAll(async () => {
  await outbound[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
});

const ways = {
  request: (url: string) => outbound.request({ url, timeoutMs: 30_000, maxBytes: 1000, maxRedirects: 5 }),
  fetch: (url: string) => outbound.fetch(url),
};

test.each([
  ["an address that may not be reached", () => "http://127.0.0.1/", { kind: "refused", nothingSent: true }],
  ["no address", () => "ftp://shop.example/", { kind: "refused", nothingSent: true }],
  ["a closed port", () => `http://${publicAddress}:1/`, { kind: "unreachable", nothingSent: true }],
  [
    "a redirect to an address that may not be reached",
    () => `http://${publicAddress}:${open.port}/?to=${encodeURIComponent(`http://127.0.0.1:${open.port}/`)}`,
    { kind: "refused", nothingSent: false },
  ],
  [
    "a broken connection",
    () => `http://${publicAddress}:${open.port}/`,
    { kind: "unreachable", nothingSent: false },
  ],
])("%s: whether anything was sent is known", async (_name, url, expected) => {
  for (const ask of Object.values(ways))
    await expect(ask(url()).catch((thrown: unknown) => thrown)).resolves.toMatchObject(expected);
});

test("a request that is called off right before it leaves reaches no server, and a redirect leads no further then", async () => {
  const before = open.asked.length;
  const url = `http://${publicAddress}:${open.port}/?to=/there`;
  const ask = (allowed: number) => {
    let left = allowed;
    return outbound.request({
      url,
      timeoutMs: 30_000,
      maxBytes: 1000,
      maxRedirects: 5,
      async beforeSending() {
        if (left-- === 0) throw new OutboundError("refused", "called off");
      },
    });
  };
  await expect(ask(0)).rejects.toMatchObject({ kind: "refused", nothingSent: true });
  expect(open.asked).toHaveLength(before);
  await expect(ask(1)).rejects.toMatchObject({ kind: "refused", nothingSent: false });
  expect(open.asked).toHaveLength(before + 1);
});
