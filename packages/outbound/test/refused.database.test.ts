import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../../test/servers/free-port.ts";
import { createOutbound } from "../src/index.ts";
import type { Outbound } from "../src/index.ts";
import { openOutbound, outcomeOf, plain, publicAddress, resolverOf } from "./fetch-through.ts";
import { disguisesOfLoopback, forbiddenAddresses } from "./forbidden-addresses.ts";
import { startTarget } from "./start-target.ts";
import type { Target } from "./start-target.ts";

/** A public server that redirects to wherever its query says, and a private one at the same port of 127.0.0.1. */
let open: Target;
let secret: Target;
let outbound: Outbound;
const hosts = [...forbiddenAddresses, ...disguisesOfLoopback];

beforeAll(async () => {
  const port = await freePort();
  const redirect: Parameters<typeof startTarget>[0] = ({ path }, response) => {
    const to = new URL(path, "http://x").searchParams.get("to");
    if (to === null) return void response.end("public");
    // A header is bytes: addresses in it are written in UTF-8, unescaped.
    response.writeHead(302, { location: Buffer.from(to).toString("latin1") }).end();
  };
  open = await startTarget(redirect, { port });
  secret = await startTarget((_, response) => response.end("private"), {
    address: "127.0.0.1",
    port,
  });
  outbound = openOutbound();
});

afterAll(async () => {
  await outbound[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
  await secret[Symbol.asyncDispose]();
});

test("the public server of these tests answers, by its address and by a name", async () => {
  expect(await outcomeOf(outbound, { url: `http://${publicAddress}:${open.port}/` })).toBe(200);
  expect(await outcomeOf(outbound, { url: `http://shop.example:${open.port}/` })).toBe(200);
});

test("the private server would answer where its network is allowed", async () => {
  await using allowing = createOutbound({ allowedNetworks: ["127.0.0.1/32"], resolve: resolverOf() });
  const before = secret.asked.length;
  expect(await outcomeOf(allowing, { url: `http://2130706433:${secret.port}/` })).toBe(200);
  expect(secret.asked).toHaveLength(before + 1);
});

test.each(hosts)("http://%s is refused", async (host) => {
  const before = secret.asked.length;
  expect(await outcomeOf(outbound, { url: `http://${host}:${secret.port}/` })).toBe("refused");
  expect(secret.asked).toHaveLength(before);
});

test.each(hosts)("a redirect to http://%s is refused", async (host) => {
  const before = secret.asked.length;
  const to = encodeURIComponent(`http://${host}:${secret.port}/`);
  expect(await outcomeOf(outbound, { url: `http://shop.example:${open.port}/?to=${to}` })).toBe("refused");
  expect(secret.asked).toHaveLength(before);
});

test.each(forbiddenAddresses)(
  "a name that leads to %s is refused, alone or among public ones",
  async (host) => {
    const address = host.replace(/^\[|\]$/g, "");
    const before = secret.asked.length;
    for (const answers of [[address], [address, publicAddress], [publicAddress, address]]) {
      await using asking = openOutbound({ resolve: async () => answers });
      expect(await outcomeOf(asking, { url: `http://inner.example:${open.port}/` })).toBe("refused");
    }
    expect(secret.asked).toHaveLength(before);
  },
);

test("a name that leads elsewhere the second time is looked up once for each connection, and refused then", async () => {
  const answers = [publicAddress, "127.0.0.1"];
  await using closing = await startTarget((_, response) =>
    response.setHeader("connection", "close").end("public"),
  );
  await using asking = openOutbound({ resolve: async () => [answers.shift() ?? "127.0.0.1"] });
  const url = `http://rebinding.example:${closing.port}/`;
  expect(await outcomeOf(asking, { url })).toBe(200);
  expect(answers).toEqual(["127.0.0.1"]);
  expect(await outcomeOf(asking, { url })).toBe("refused");
  expect(closing.asked).toHaveLength(1);
});

test("localhost is refused as this machine resolves it", async () => {
  await using asking = createOutbound({ allowedNetworks: [] });
  expect(await outcomeOf(asking, { url: `http://localhost:${secret.port}/` })).toBe("refused");
});

test.each([
  "file:///etc/passwd",
  "ftp://shop.example/",
  "gopher://shop.example/",
  "data:text/plain,hello",
  "javascript:alert(1)",
  "http://user@shop.example/",
  "http://user:password@shop.example/",
  "http://shop.example@127.0.0.1/",
  "http://[::1",
  "http://127.0.0.1.1/",
  "//shop.example/",
  "",
])("'%s' is refused, and so is a redirect to it", async (url) => {
  expect(await outcomeOf(outbound, { url })).toBe("refused");
  if (url === "" || url.startsWith("//")) return; // relative: they lead back to the same server
  const to = encodeURIComponent(url);
  expect(await outcomeOf(outbound, { url: `http://shop.example:${open.port}/?to=${to}` })).toBe("refused");
});

test("a redirect may lead to the ports 80 and 443 and the one that was asked, and to no other", async () => {
  const to = (port: number) => encodeURIComponent(`http://other.example:${port}/`);
  const from = `http://shop.example:${open.port}/?to=`;
  expect(await outcomeOf(outbound, { url: from + to(open.port) })).toBe(200);
  expect(await outcomeOf(outbound, { url: from + to(6379) })).toBe("refused");
});

test("what may not be followed by the caller's own rule is refused before it is asked", async () => {
  const before = open.asked.length;
  const to = encodeURIComponent(`http://other.example:${open.port}/`);
  const url = `http://shop.example:${open.port}/?to=${to}`;
  expect(await outcomeOf(outbound, { url, mayFollow: ({ hostname }) => hostname === "shop.example" })).toBe(
    "refused",
  );
  expect(open.asked).toHaveLength(before + 1);
});

test("the same rules hold for clients that bring their own way with HTTP", async () => {
  const before = secret.asked.length;
  const kindOf = (url: string) =>
    outbound.fetch(url).then(
      ({ status }) => status,
      (thrown: unknown) => (thrown as { kind?: string }).kind,
    );
  for (const host of hosts) {
    const url = `http://${host}:${secret.port}/`;
    expect(await kindOf(url), host).toBe("refused");
    expect(await kindOf(`http://shop.example:${open.port}/?to=${encodeURIComponent(url)}`), host).toBe(
      "refused",
    );
  }
  expect(secret.asked).toHaveLength(before);
  expect(await kindOf(`http://shop.example:${open.port}/`)).toBe(200);
});

test("a refusal says to the log where it would have led", async () => {
  await expect(outbound.request({ ...plain, url: `http://169.254.169.254/latest` })).rejects.toThrow(
    "169.254.169.254",
  );
});
