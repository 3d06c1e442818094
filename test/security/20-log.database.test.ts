import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { ProtocolError, type McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { serializeError } from "../../packages/cli/src/output/serialize-error.ts";
import { startMcpServer } from "../../packages/agent/test/mcp-server.ts";
import { listenOnLoopback } from "../support/listen-on-loopback.ts";
import { spawnService, type SpawnedService } from "../support/spawn-service.ts";
import { ask } from "../support/visitor.ts";

/** Must be in no line of the log, in any case. */
const canary = "canary-ada-lovelace-4711";

/** Every field that a failure may have, with the canary in it. */
const complaint = {
  type: "error",
  error: {
    message: `${canary} is no customer. Retry in 0 s`,
    type: `${canary}_error`,
    code: canary,
    param: canary,
    status: canary,
    innererror: { code: canary },
  },
  detail: canary,
};
const eventStream = { "content-type": "text/event-stream" };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A status, with the canary in its phrase, its headers and its body. */
const refusal =
  (status: number, body = JSON.stringify(complaint), type = "application/json"): Answer =>
  (_, response) =>
    void response
      .writeHead(status, canary, { "content-type": type, "x-reason": canary, "retry-after": "0" })
      .end(body);
const streamOf =
  (...data: readonly unknown[]): Answer =>
  (_, response) =>
    void response
      .writeHead(200, eventStream)
      .end(
        data.map((each) => `data: ${typeof each === "string" ? each : JSON.stringify(each)}\n\n`).join(""),
      );
const bytes =
  (text: string): Answer =>
  (request) =>
    void request.socket.end(text);
const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const call = (name: string) =>
  streamOf(
    chunk({ tool_calls: [{ index: 0, id: canary, function: { name, arguments: `{"query":"tents"}` } }] }),
    chunk({}, "tool_calls"),
    "[DONE]",
  );

/** How servers fail, by the name in a visitor's message or a URL. */
const failures: Readonly<Record<string, Answer>> = {
  refusedkey: refusal(401),
  unknownfield: refusal(400),
  busy: refusal(503),
  page: refusal(200, `<h1>${canary}</h1>`, "text/html"),
  mediatype: refusal(200, canary, `text/${canary}`),
  noevent: streamOf(`{${canary}`),
  noobject: streamOf(JSON.stringify(canary)),
  errorevent: streamOf(complaint),
  errorobject: streamOf({ ...complaint, object: "error", ...chunk({ content: { [canary]: canary } }) }),
  finish: streamOf(chunk({ content: "Hello" }), chunk({}, canary)),
  failedresponse: streamOf({ type: "response.failed", response: { error: complaint.error } }),
  nohttp: bytes(`${canary}/1.1 200 OK\r\n\r\n`),
  badheader: bytes(`HTTP/1.1 200 OK\r\n${canary}\u0000: x\r\n\r\n`),
  badchunk: bytes(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${canary}\r\n`),
  redirect: (_, response) =>
    void response.writeHead(302, { location: `http://${canary}.example/${canary}` }).end(canary),
  packed: (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(canary),
};
const failureNames = Object.keys(failures);

/** A server of all kinds: it fails as its URL says, or as the newest message of a visitor says for a model. */
async function startFailingServer() {
  let hasFailed = false;
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks).toString();
      const path = request.url ?? "";
      if (path.endsWith("/embeddings")) return embed(body, request, response);
      if (path.startsWith("/site/")) return refusalOfSite(path, response);
      const named = failureNames.find(
        (name) => path.endsWith(`/fails/${name}`) || body.includes(`fail:${name}`),
      );
      if (named) return failures[named]?.(request, response);
      const tool = /use:(\w+)/.exec(body)?.[1];
      // The tool was used, so the next response ends the reply.
      if (!tool || body.includes(`"role":"tool"`))
        return streamOf(chunk({ content: "Done." }, "stop"), "[DONE]")(request, response);
      return call(tool)(request, response);
    });
  });
  /** Texts of documents get vectors; a question does not. */
  const embed: (body: string, ...rest: Parameters<Answer>) => void = (body, request, response) => {
    const { input } = JSON.parse(body) as { readonly input: readonly string[] };
    if (input.some((text) => /tents/.test(text) && text.length < 20)) {
      hasFailed = true;
      return refusal(500)(request, response);
    }
    const data = input.map((_, index) => ({ index, embedding: [1, index] }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  };
  const listening = await listenOnLoopback(server);
  return { ...listening, hasFailedToEmbed: () => hasFailed };
}

/** A site on which every page fails, one by a redirect, and whose sitemap names other hosts. */
function refusalOfSite(path: string, response: ServerResponse): void {
  if (path.endsWith("sitemap.xml")) {
    const locations = [`http://${canary}.example/`, `${canary}`, `moved-${canary}`, `broken-${canary}`];
    const urls = locations.map(
      (location) =>
        `<url><loc>${location.startsWith("http") ? location : `http://${response.req.headers.host}/site/${location}`}</loc></url>`,
    );
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`);
  } else if (path.includes("moved")) response.writeHead(301, { location: `http://${canary}.example/` }).end();
  else if (path.includes("broken")) response.socket?.end(`HTTP/1.1 ${canary}\r\n\r\n`);
  else refusal(500)(response.req, response);
}

/** An object of the AI SDK that throws what the newest message names. */
const module = `
  const canary = ${JSON.stringify(canary)};
  const named = (name, fields) => Object.assign(new Error(canary), { name, ...fields });
  const thrown = {
    answer: () => named("AI_APICallError", { statusCode: 400, responseBody: canary, data: canary }),
    settings: () => named("AI_InvalidPromptError", { prompt: canary }),
    parse: () => named("AI_JSONParseError", { text: canary }),
    system: () => named(canary, { code: canary, cause: new TypeError(canary) }),
    object: () => ({ error: { message: canary, type: canary } }),
  };
  export default { specificationVersion: "v3", async doStream({ prompt }) {
    throw thrown[/fail:(\\w+)/.exec(JSON.stringify(prompt))[1]]();
  } };`;

async function apply(service: SpawnedService, agent: object): Promise<void> {
  const file = join(service.dataDirectory, "agent.json");
  await writeFile(file, JSON.stringify({ id: "acme", name: "Acme", ...agent }));
  await service.command("agent", "apply", file);
}

const refusing = (server: McpServer): void => {
  server.registerTool("lookup", { inputSchema: z.object({}), annotations: { readOnlyHint: true } }, () => ({
    content: [],
  }));
  server.server.setRequestHandler("tools/call", () => {
    throw new ProtocolError(-32_602, canary, { [canary]: canary });
  });
};

test.each(["debug", "trace"])(
  "no text of a server is in the log, whichever server it is and however it fails: at %s",
  async (level) => {
    await using server = await startFailingServer();
    await using mcp = await startMcpServer(refusing);
    const { baseUrl: at } = server;
    const provider = (name: string) => ({ provider: name, baseUrl: `${at}/v1`, name: "m" });
    await using service = await spawnService({
      model: provider("openai"),
      settings: { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.1/32", SERVICECHAT_LOG_LEVEL: level },
    });
    await service.start();
    const asked = async (...texts: readonly string[]) => {
      const replies = await Promise.all(texts.map((text) => ask(service, text)));
      return replies.map(({ events }) => events.at(-1)?.event);
    };

    // Providers of models, on each wire and through the AI SDK.
    for (const name of ["openai", "openai-responses", "anthropic"]) {
      await apply(service, { model: provider(name) });
      const ends = await asked(...failureNames.map((failure) => `fail:${failure}`));
      expect(ends.filter((end) => end === "error").length).toBeGreaterThan(failureNames.length - 3);
    }
    await writeFile(join(service.dataDirectory, "model.mjs"), module);
    await apply(service, { model: { provider: "ai-sdk", module: "./model.mjs" } });
    const kinds = ["answer", "settings", "parse", "system", "object"];
    expect(await asked(...kinds.map((kind) => `fail:${kind}`))).toEqual(kinds.map(() => "error"));

    // Tools, MCP servers, embeddings, and pages that are read again.
    const http = failureNames.map((failure) => ({
      name: `get_${failure}`,
      description: "Gets.",
      inputSchema: { type: "object" },
      http: { method: "GET", url: `${at}/fails/${failure}` },
    }));
    const failing = failureNames.map((failure) => ({
      mcp: { url: `${at}/fails/${failure}`, timeoutSeconds: 2 },
    }));
    await mkdir(join(service.dataDirectory, "docs"));
    await writeFile(
      join(service.dataDirectory, "docs", "tents.md"),
      "# Tents\n\nA tent for two weighs 2 kg.",
    );
    await apply(service, {
      model: provider("openai"),
      tools: ["search_knowledge", ...http, { mcp: { url: mcp.url } }, ...failing],
      knowledge: {
        sources: [{ files: "docs/*.md" }, { sitemap: `${at}/site/sitemap.xml` }],
        embeddings: { provider: "openai", baseUrl: `${at}/v1`, name: "e" },
        resyncHours: 0.000_1,
      },
    });
    const { log: before } = await service.end("SIGTERM");
    // A start immediately checks for sources that are due.
    await service.start();
    await asked(...http.map(({ name }) => `use:${name}`), `use:${canary.replaceAll("-", "_")}`);
    await asked("use:search_knowledge");
    const mcpError = `${new URL(mcp.url).host} answered with error -32602`;
    // A reply does not wait for long until a server's tools are known.
    async function logAfterLookup(): Promise<string> {
      await asked("use:lookup");
      return service.log();
    }
    await expect.poll(logAfterLookup).toContain(mcpError);
    await expect.poll(() => service.log()).toContain("some of the web sources could not be read");

    const log = before + (await service.end("SIGTERM")).log;
    expect(log.toLowerCase()).not.toContain("canary");
    expect(log.toLowerCase()).not.toContain("lovelace");
    // What the operator needs: status, host, tool, and location in the program.
    expect(server.hasFailedToEmbed()).toBe(true);
    const { host } = new URL(at);
    for (const told of [
      "the provider reports a failure: status 401",
      "an event is not JSON",
      `${host} answered with status 503`,
      `"tool":"get_busy"`,
      mcpError,
      "The embeddings server answered with status 500.",
      `"hosts":["${host}"]`,
      "at ",
    ])
      expect(log).toContain(told);
  },
);

test("a foreign error is logged with its kind, code and location only, whatever else it contains", () => {
  const parsing = (() => {
    try {
      return JSON.parse(`{${canary}`) as unknown;
    } catch (error) {
      return error;
    }
  })();
  const forged = Object.assign(new TypeError(`no\n    at ${canary} (file:///x.ts:1:1)`), {
    data: canary,
    code: "EPIPE",
  });
  const nested = new Error("fetch failed", { cause: parsing });
  for (const error of [parsing, forged, nested, canary, { message: canary }])
    expect(JSON.stringify(serializeError(error))).not.toContain("canary");
  expect(serializeError(parsing)).toMatchObject({
    type: "SyntaxError",
    stack: expect.stringContaining("20-log.database.test.ts"),
  });
  expect(serializeError(forged)).toMatchObject({ type: "TypeError", code: "EPIPE" });
  expect(serializeError(nested)).toMatchObject({ cause: { type: "SyntaxError" } });
});
