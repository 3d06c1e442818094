import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { readJsonBody } from "../src/request/read-body.ts";

test("a body whose sender went before anybody read it is given up, and not waited for", async () => {
  const { promise: read, resolve } = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    request.once("close", () => resolve(readJsonBody({ request, response })));
    leaving.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const headers = { "content-type": "application/json", "content-length": 100 };
  const leaving = ask({ host: "127.0.0.1", port, method: "POST", headers }).on("error", () => undefined);
  leaving.flushHeaders();

  await expect(read).rejects.toMatchObject({ code: "request_timeout" });
  server.close();
}, 5000);
