import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openOutbound } from "./fetch-through.ts";
import { startTarget } from "./start-target.ts";

test("a client's own redirects stay within the origin", async () => {
  await using target = await startTarget(({ path, headers }, response) => {
    if (path === "/here") return void response.writeHead(302, { location: "/there" }).end();
    if (path === "/away") {
      const location = `http://other.example:${String(headers.host).split(":")[1]}/`;
      return void response.writeHead(302, { location }).end();
    }
    response.end("there");
  });
  await using outbound = openOutbound();
  const base = `http://shop.example:${target.port}`;
  expect(await (await outbound.fetch(`${base}/here`)).text()).toBe("there");
  await expect(outbound.fetch(`${base}/away`)).rejects.toMatchObject({ kind: "refused" });
  expect(target.asked.map(({ path }) => path)).toEqual(["/here", "/there", "/away"]);
});

test("an endless stream ends after 16 MB", async () => {
  await using target = await startTarget((_, response) => {
    response.on("error", () => undefined);
    const send = () => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", send);
    };
    send();
  });
  await using outbound = openOutbound();
  const { body } = await outbound.fetch(`http://shop.example:${target.port}/`);
  let bytes = 0;
  const reading = (async () => {
    for await (const piece of body ?? []) bytes += piece.length;
  })();
  await expect(reading).rejects.toMatchObject({ kind: "too_large" });
  expect(bytes).toBeLessThanOrEqual(16_777_216);
});

test.each([204, 205, 304])("a %i has no body", async (status) => {
  await using target = await startTarget((_, response) => response.writeHead(status).end());
  await using outbound = openOutbound();
  const answer = await outbound.fetch(`http://shop.example:${target.port}/`);
  expect([answer.status, answer.body]).toEqual([status, null]);
});

test.each(["fetch", "request"] as const)(
  "a request that was aborted before sends nothing: %s",
  async (way) => {
    await using target = await startTarget((_, response) => response.end());
    await using outbound = openOutbound();
    const url = `http://shop.example:${target.port}/`;
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    const asked =
      way === "fetch"
        ? outbound.fetch(url, { signal })
        : outbound.request({ url, signal, timeoutMs: 10_000, maxBytes: 1_000, maxRedirects: 0 });
    await expect(asked).rejects.toBe(reason);
    expect(target.asked).toEqual([]);
  },
);

test("a stream ends with its caller's signal, whatever was collected as garbage meanwhile", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const closed = Promise.withResolvers<void>();
  await using target = await startTarget((_, response) => {
    response.on("close", closed.resolve).writeHead(200).write("alive");
  });
  await using outbound = openOutbound();
  const caller = new AbortController();
  const { body } = await outbound.fetch(`http://shop.example:${target.port}/`, { signal: caller.signal });
  const reading = expect(body?.pipeTo(new WritableStream())).rejects.toThrow();
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage();
    await nextTurn();
  }
  caller.abort();
  await closed.promise;
  await reading;
});
