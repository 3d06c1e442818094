import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "../../../test/support/self-signed-certificate.ts";
import { freePort } from "../../../test/servers/free-port.ts";
import { openOutbound, outcomeOf, plain } from "./fetch-through.ts";
import { startTarget } from "./start-target.ts";

test("a request sends its method, headers and body, and returns status, headers and body", async () => {
  await using target = await startTarget((_, response) =>
    response.writeHead(201, { "x-note": ["a", "b"], "content-type": "text/plain" }).end("made"),
  );
  await using outbound = openOutbound();
  const answer = await outbound.request({
    ...plain,
    url: `http://shop.example:${target.port}/returns?a=1#part`,
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Key": "k" },
    body: '{"order":1}',
  });
  expect(target.asked).toMatchObject([
    {
      method: "POST",
      path: "/returns?a=1",
      body: '{"order":1}',
      headers: { host: `shop.example:${target.port}`, "x-key": "k", "content-type": "application/json" },
    },
  ]);
  expect(answer).toMatchObject({
    url: `http://shop.example:${target.port}/returns?a=1`,
    status: 201,
    headers: { "x-note": "a, b", "content-type": "text/plain" },
  });
  expect(Buffer.from(answer.body).toString()).toBe("made");
});

test("headers that belong to the connection are not the caller's to set", async () => {
  await using target = await startTarget((_, response) => response.end());
  await using outbound = openOutbound();
  const url = `http://shop.example:${target.port}/`;
  const headers = {
    Host: "inner.example",
    "Transfer-Encoding": "chunked",
    Connection: "upgrade",
    Upgrade: "h2c",
  };
  expect(await outcomeOf(outbound, { url, headers })).toBe(200);
  expect(target.asked[0]?.headers).toMatchObject({ host: `shop.example:${target.port}` });
  expect(target.asked[0]?.headers).not.toHaveProperty("upgrade");
});

test("cookies are neither kept nor handed on", async () => {
  await using target = await startTarget((_, response) => response.setHeader("set-cookie", "a=1").end());
  await using outbound = openOutbound();
  const request = { ...plain, url: `http://shop.example:${target.port}/` };
  expect((await outbound.request(request)).headers).not.toHaveProperty("set-cookie");
  await outbound.request(request);
  expect(target.asked[1]?.headers).not.toHaveProperty("cookie");
});

const redirecting = (status: number, to: (port: number) => string) =>
  startTarget(({ path, headers }, response) => {
    const port = Number(headers.host?.split(":")[1]);
    if (path === "/from") response.writeHead(status, { location: to(port) }).end();
    else response.end("there");
  });
const withSecrets = {
  Authorization: "Bearer canary",
  "X-Api-Key": "canary",
  Cookie: "canary",
  Accept: "text/html",
};

test("another origin hears no secret header, the same origin does", async () => {
  await using elsewhere = await redirecting(302, (port) => `http://other.example:${port}/`);
  await using here = await redirecting(302, () => "/to");
  await using outbound = openOutbound();
  for (const { port } of [elsewhere, here])
    expect(await outcomeOf(outbound, { url: `http://shop.example:${port}/from`, headers: withSecrets })).toBe(
      200,
    );
  expect(JSON.stringify(elsewhere.asked[1]?.headers)).not.toContain("canary");
  expect(elsewhere.asked[1]?.headers.accept).toBe("text/html");
  expect(here.asked[1]?.headers).toMatchObject({ authorization: "Bearer canary", "x-api-key": "canary" });
});

test.each([
  [301, "GET", ""],
  [302, "GET", ""],
  [303, "GET", ""],
  [307, "POST", "said"],
  [308, "POST", "said"],
])("after a %i, a POST continues as %s", async (status, method, body) => {
  await using target = await redirecting(status, () => "/to");
  await using outbound = openOutbound();
  const url = `http://shop.example:${target.port}/from`;
  expect(await outcomeOf(outbound, { url, method: "POST", body: "said" })).toBe(200);
  expect(target.asked[1]).toMatchObject({ method, body });
});

test("a body is never sent on to another origin", async () => {
  await using target = await redirecting(307, (port) => `http://other.example:${port}/`);
  await using outbound = openOutbound();
  const url = `http://shop.example:${target.port}/from`;
  expect(await outcomeOf(outbound, { url, method: "POST", body: "said" })).toBe("refused");
  expect(target.asked).toHaveLength(1);
});

test.each(["fetch", "request"] as const)(
  "the connection of a redirect that is refused is let go: %s",
  async (way) => {
    const closed = Promise.withResolvers<void>();
    await using target = await startTarget((_, response) => {
      response.on("close", closed.resolve);
      response.writeHead(302, { location: "http://other.example:1/" }).write("this never ends");
    });
    await using outbound = openOutbound();
    const url = `http://shop.example:${target.port}/`;
    const asked = way === "fetch" ? outbound.fetch(url) : outbound.request({ ...plain, url });
    await expect(asked).rejects.toMatchObject({ kind: "refused" });
    await closed.promise;
  },
);

test("the connection of a body in an encoding that was not asked for is let go", async () => {
  const closed = Promise.withResolvers<void>();
  await using target = await startTarget((_, response) => {
    response.on("close", closed.resolve);
    response.writeHead(200, { "content-encoding": "zstd" }).write("this never ends");
  });
  await using outbound = openOutbound();
  expect(await outcomeOf(outbound, { url: `http://shop.example:${target.port}/` })).toBe("unreachable");
  await closed.promise;
});

test("a circle of redirects ends after five", async () => {
  await using target = await startTarget((_, response) => response.writeHead(302, { location: "/" }).end());
  await using outbound = openOutbound();
  const url = `http://shop.example:${target.port}/`;
  expect(await outcomeOf(outbound, { url, maxRedirects: 50 })).toBe("too_many_redirects");
  expect(target.asked).toHaveLength(6);
});

test("without redirects, one is handed back as it is", async () => {
  await using target = await redirecting(302, () => "/to");
  await using outbound = openOutbound();
  const url = `http://shop.example:${target.port}/from`;
  expect(await outcomeOf(outbound, { url, maxRedirects: 0 })).toBe(302);
  expect(target.asked).toHaveLength(1);
});

test("TLS and Host keep the name while the connection goes to the checked address; https never leads to http", async () => {
  const tls = selfSignedCertificate(["shop.example"]);
  await using target = await startTarget(
    ({ path }, response) => {
      if (path === "/down") response.writeHead(302, { location: "http://shop.example/" }).end();
      else response.end("safe");
    },
    { tls },
  );
  await using outbound = openOutbound({ ca: tls.cert });
  const url = `https://shop.example:${target.port}/`;
  expect(await outcomeOf(outbound, { url })).toBe(200);
  expect(target.asked[0]).toMatchObject({
    serverName: "shop.example",
    headers: { host: `shop.example:${target.port}` },
  });
  expect(await outcomeOf(outbound, { url: `${url}down` })).toBe("refused");
  await using distrusting = openOutbound();
  expect(await outcomeOf(distrusting, { url })).toBe("unreachable");
  expect(await outcomeOf(outbound, { url: `https://other.example:${target.port}/` })).toBe("unreachable");
});

const zeros = Buffer.alloc(50_000_000);
test.each([
  ["gzip", gzipSync(zeros), 1_000_000],
  ["gzip", gzipSync(zeros), 100_000_000],
  ["br", brotliCompressSync(zeros), 1_000_000],
  ["br", brotliCompressSync(zeros), 100_000_000],
])("a bomb packed with %s is too large", async (encoding, body, maxBytes) => {
  await using target = await startTarget((_, response) =>
    response.writeHead(200, { "content-encoding": encoding }).end(body),
  );
  await using outbound = openOutbound();
  expect(await outcomeOf(outbound, { url: `http://shop.example:${target.port}/`, maxBytes })).toBe(
    "too_large",
  );
});

test.each([
  ["gzip", gzipSync("plain words")],
  ["br", brotliCompressSync("plain words")],
  ["identity", Buffer.from("plain words")],
  ["x-gzip", gzipSync("plain words")],
  ["gzip without its end", gzipSync("plain words").subarray(0, -8)],
])("a body packed with %s is unpacked", async (encoding, body) => {
  await using target = await startTarget((_, response) =>
    response.writeHead(200, { "content-encoding": encoding.split(" ")[0] }).end(body),
  );
  await using outbound = openOutbound();
  const answer = await outbound.request({ ...plain, url: `http://shop.example:${target.port}/` });
  expect(Buffer.from(answer.body).toString()).toBe("plain words");
});

test.each(["gzip, gzip", "deflate", "made-up"])("the encoding '%s' was not asked for", async (encoding) => {
  await using target = await startTarget((_, response) =>
    response.writeHead(200, { "content-encoding": encoding }).end(gzipSync("x")),
  );
  await using outbound = openOutbound();
  expect(await outcomeOf(outbound, { url: `http://shop.example:${target.port}/` })).toBe("unreachable");
});

test("an endless body is too large, one byte more than allowed is too, and exactly the limit is not", async () => {
  await using target = await startTarget(({ path }, response) => {
    if (path !== "/endless") return void response.end("x".repeat(Number(path.slice(1))));
    const send = () => {
      while (response.write("x".repeat(16_384)));
      response.once("drain", send);
    };
    response.on("error", () => undefined);
    send();
  });
  await using outbound = openOutbound();
  const ask = (path: string) =>
    outcomeOf(outbound, { url: `http://shop.example:${target.port}/${path}`, maxBytes: 100_000 });
  expect(await ask("endless")).toBe("too_large");
  expect(await ask("100001")).toBe("too_large");
  expect(await ask("100000")).toBe(200);
});

test("an answer that never comes or never ends is over in time", async () => {
  await using target = await startTarget(({ path }, response) => {
    if (path === "/body") response.write("x");
  });
  await using outbound = openOutbound({
    resolve: (name) =>
      name === "slow.example" ? new Promise(() => undefined) : Promise.resolve(["127.0.0.2"]),
    connectMs: 100,
  });
  const ask = (url: string) => outcomeOf(outbound, { url, timeoutMs: 300 });
  expect(await ask(`http://shop.example:${target.port}/header`)).toBe("timeout");
  expect(await ask(`http://shop.example:${target.port}/body`)).toBe("timeout");
  expect(await ask(`http://slow.example/`)).toBe("timeout");
});

test("an abort ends the request with the caller's own reason", async () => {
  await using target = await startTarget(() => undefined);
  await using outbound = openOutbound();
  const controller = new AbortController();
  const running = outbound.request({
    ...plain,
    url: `http://shop.example:${target.port}/`,
    signal: controller.signal,
  });
  const reason = new Error("the visitor stopped");
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
});

test("a name without addresses, a closed port and nonsense on the line are unreachable", async () => {
  await using outbound = openOutbound({
    resolve: async (name) => (name === "gone.example" ? [] : ["127.0.0.2"]),
  });
  const port = await freePort();
  expect(await outcomeOf(outbound, { url: "http://gone.example/" })).toBe("unreachable");
  expect(await outcomeOf(outbound, { url: `http://shop.example:${port}/` })).toBe("unreachable");
  await using rude = await startTarget((_, response) => response.socket?.end("hello\r\n\r\n"));
  expect(await outcomeOf(outbound, { url: `http://shop.example:${rude.port}/` })).toBe("unreachable");
});

test("streams are handed on as they come, and end with the caller's signal", async () => {
  await using target = await startTarget((_, response) => void response.write("data: 1\n\n"));
  await using outbound = openOutbound();
  const controller = new AbortController();
  const response = await outbound.fetch(`http://shop.example:${target.port}/`, { signal: controller.signal });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toBe("data: 1\n\n");
  controller.abort();
  await expect(reader?.read()).rejects.toThrow();
});
