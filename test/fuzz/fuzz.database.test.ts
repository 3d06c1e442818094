import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGrowingMarkdown } from "../../packages/markdown/src/parse/growing-markdown.ts";
import { readRobots } from "../../packages/knowledge/src/crawl/read-robots.ts";
import { parseSitemap } from "../../packages/knowledge/src/extract/parse-sitemap.ts";
import { ReadingError } from "../../packages/knowledge/src/extract/reading-error.ts";
import { makePdf } from "../../packages/knowledge/test/make-pdf.ts";
import { docx } from "../support/sample-files.ts";
import { shop, startService, type TestService } from "../support/start-service.ts";
import { postBlocks, textBlock } from "../support/post-blocks.ts";
import { fileBlock, sendFile } from "../support/uploads.ts";
import { ask, hear } from "../support/visitor.ts";
import { spoilt } from "./spoilt.ts";

/*
 * Randomly corrupts everything that strangers send, from a seed, and sends it as bytes to a real service. `npm test`
 * does the same few hundred each time; `npm run fuzz -- --seed N --seconds S` does others, for longer. A failure names
 * its seed and path.
 */

const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_124);
const seconds = Number(process.env["FUZZ_SECONDS"] ?? 0);
/** How long anything may take, in milliseconds: the service itself aborts what does not arrive within 25 s. */
const patienceMs = 40_000;
/** How long a visitor waits for the first byte, in milliseconds. */
const leavingMs = 2000;

/** This many runs, or as many as there is time for. */
const bounds = (numRuns: number): fc.Parameters<unknown> => ({
  seed,
  endOnFailure: true,
  ...(seconds > 0
    ? {
        numRuns: Number.MAX_SAFE_INTEGER,
        interruptAfterTimeLimit: seconds * 1000,
        markInterruptAsFailure: false,
      }
    : { numRuns }),
});
const timeout = seconds * 1000 + 180_000;

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

let service: TestService;
beforeAll(async () => {
  const uploads = { types: ["text/plain", "text/markdown", "application/pdf", word], maxBytes: 1_000_000 };
  service = await startService({
    agent: { uploads },
    rateLimit: 100_000_000,
    options: { uploadRoomBytes: 1e12 },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** Sends bytes and nothing more, and returns the status; 0 if the connection ended without a response. */
async function send(bytes: Uint8Array, leavesAfterMs = leavingMs): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const heard: Buffer[] = [];
  const socket = connect(service.port, "127.0.0.1", () => socket.write(bytes));
  // The service waits for the rest of an incomplete request, so the visitor leaves, and the service has to release it.
  const leaving = setTimeout(() => socket.end(), leavesAfterMs);
  const timer = setTimeout(() => reject(new Error("no end of the answer")), patienceMs);
  socket.on("data", (chunk: Buffer) => {
    clearTimeout(leaving);
    heard.push(chunk);
  });
  // A server may close a connection that it has refused before it has read everything.
  socket.on("error", () => undefined);
  socket.on("close", () => resolve(Number(Buffer.concat(heard).subarray(9, 12).toString())));
  return promise.finally(() => {
    clearTimeout(timer);
    clearTimeout(leaving);
  });
}

/** The service is not at fault: no 5xx status, no log line of level error, and it still responds. */
async function expectSound(status: number): Promise<void> {
  expect([500, 502, 503, 504]).not.toContain(status);
  expect(service.logged.filter(({ level }) => level === "error")).toEqual([]);
  const health = await service.fetch("/healthz", { signal: AbortSignal.timeout(patienceMs) });
  expect(health.status).toBe(200);
}

const request = (path: string, type: string, body: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ${service.key}\r\n` +
        `Origin: ${shop}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
    ),
    body,
  ]);

const message = JSON.stringify({
  messages: [{ type: "text", block: { value: "How much is the tent?" } }],
  context: { page: { url: "https://shop.example/tents", title: "Tents" } },
});
const answer = JSON.stringify({
  messages: [
    { type: "action", block: { actionId: "order", input: { number: 12, note: "Grüße 👋" } } },
    { type: "question_answer", block: { questionId: "q_1", answers: { Colour: ["red", "blue"] } } },
  ],
});

test("uncorrupted input is accepted, so that corrupted input can get far", async () => {
  const sent = { "tents.pdf": pdf, "tents.docx": docx("A tent for two."), "tents.md": markdown };
  // This visitor stays, however long the answer takes.
  expect(await send(request("/chat-bot/", "application/json", Buffer.from(message)), patienceMs)).toBe(200);
  for (const [name, bytes] of Object.entries(sent))
    expect(await send(uploadRequest(part(name, bytes)), patienceMs), name).toBe(201);
});

test(
  "randomly corrupted JSON bodies",
  () =>
    fc.assert(
      fc.asyncProperty(spoilt(message, answer), async (body) => {
        await expectSound(await send(request("/chat-bot/", "application/json", body)));
      }),
      bounds(250),
    ),
  timeout,
);

test(
  "requests with randomly corrupted headers",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom("config", "history", "", "session/title").chain((path) => {
          const head =
            `GET /chat-bot/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nOrigin: ${shop}\r\n` +
            `X-Session-Token: abc\r\nLast-Event-ID: 4\r\nAccept-Language: de;q=0.5, fr\r\nX-Forwarded-For: 10.0.0.1\r\n` +
            `Idempotency-Key: 0f8fad5b-d9cb-469f-a165-70867728950e\r\nIf-None-Match: "x"\r\nAuthorization: Bearer KEY\r\n\r\n`;
          return spoilt(head);
        }),
        async (bytes) => {
          const known = Buffer.from(bytes.toString("latin1").replace("KEY", service.key), "latin1");
          await expectSound(await send(known));
        },
      ),
      bounds(150),
    ),
  timeout,
);

const part = (name: string, content: string | Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--frontier\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from("\r\n--frontier--\r\n"),
  ]);
const uploadRequest = (body: Uint8Array) =>
  request("/chat-bot/uploads", "multipart/form-data; boundary=frontier", body);
const upload = (body: Uint8Array) => send(uploadRequest(body));

test(
  "uploads with randomly corrupted parts",
  () =>
    fc.assert(
      fc.asyncProperty(spoilt(part("note.txt", "A note.\n".repeat(20))), async (body) => {
        await expectSound(await upload(body));
      }),
      bounds(150),
    ),
  timeout,
);

const pdf = makePdf({ title: "Tents", pages: ["A tent for two.", "It weighs 2 kg."] });
const markdown =
  "---\ntitle: Tents\nurl: https://shop.example/tents\n---\n\n# Tents *for* two\n\n- a [link](https://shop.example/a_b)\n  1. `code`\n\n" +
  "| a | b |\n|---|:-:|\n| 1 | **2** |\n\n```js\nlet a = 1;\n```\n\n> $x^2_{\\frac{1}{2}}$ ![i](b.png) [^1] &amp; <b>no</b>\n\n$$\\sqrt{x}$$\n";

test(
  "randomly corrupted PDF and Word documents",
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          spoilt(pdf).map((bytes) => ({ name: "tents.pdf", bytes })),
          spoilt(docx("A tent for two.", "It weighs 2 kg.")).map((bytes) => ({ name: "tents.docx", bytes })),
          spoilt(markdown).map((bytes) => ({ name: "tents.md", bytes })),
        ),
        async (file) => {
          const sent = await sendFile(service, file);
          await expectSound(sent.status);
          if (sent.status !== 201) return void (await sent.text());
          const { id } = (await sent.json()) as { readonly id: string };
          const token = sent.headers.get("X-Session-Token") ?? "";
          // The file is read for the message that it is attached to.
          const reply = await hear(
            await postBlocks(service, [textBlock("What is it?"), fileBlock(id)], { token }),
          );
          await expectSound(reply.response.status);
          expect(reply.events.at(-1)?.event ?? "refused").not.toBe("error");
        },
      ),
      bounds(12),
    ),
  timeout,
);

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: finish }], usage: { completion_tokens: 5 } })}\n\n`;
const stream =
  chunk({ role: "assistant", content: "A tent for " }) +
  chunk({ content: "two is **89 €**. 👋" }) +
  chunk({
    tool_calls: [
      { index: 0, id: "c1", function: { name: "search_knowledge", arguments: '{"query":"tent"}' } },
    ],
  }) +
  chunk({}, "stop") +
  "data: [DONE]\n\n";

test(
  "randomly corrupted streams of a provider: each reply ends",
  () =>
    fc.assert(
      fc.asyncProperty(spoilt(stream), async (bytes) => {
        let isFirst = true;
        service.model.answer(() => {
          // Later requests, such as one with a tool's result, get a valid response.
          const body = isFirst
            ? bytes.toString("latin1")
            : `${chunk({ content: "Done." }, "stop")}data: [DONE]\n\n`;
          isFirst = false;
          return { status: 200, body, headers: { "Content-Type": "text/event-stream" } };
        });
        const reply = await ask(service, "How much is the tent?");
        expect(["done", "error"]).toContain(reply.events.at(-1)?.event);
        const faults = service.logged.filter(({ detail }) => "code" in detail && detail.code === "internal");
        expect(faults).toEqual([]);
      }),
      bounds(40),
    ),
  timeout,
);

test(
  "randomly corrupted Markdown is parsed, as a whole and as it grows",
  () => {
    fc.assert(
      fc.property(spoilt(markdown), fc.nat(400), (bytes, cut) => {
        const text = bytes.toString();
        const growing = createGrowingMarkdown();
        growing.read(text.slice(0, cut), false);
        expect(Array.isArray(growing.read(text, true))).toBe(true);
      }),
      bounds(1000),
    );
  },
  timeout,
);

const urlset =
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` +
  `<url><loc>https://shop.example/a?b=1&amp;c</loc><lastmod>2026-01-01</lastmod></url></urlset>`;
const robots =
  "User-agent: *\nDisallow: /private*$\nAllow: /\nCrawl-delay: 2\n\nSitemap: https://shop.example/s.xml\n";

test(
  "randomly corrupted robots.txt and sitemaps are read, or cause an error with a message",
  () =>
    fc.assert(
      fc.asyncProperty(spoilt(urlset), spoilt(robots), async (sitemap, rules) => {
        try {
          for (const page of parseSitemap(sitemap).pages) expect(typeof page).toBe("string");
        } catch (error) {
          expect(error).toBeInstanceOf(ReadingError);
        }
        const url = "https://shop.example/robots.txt";
        const fetch = () => Promise.resolve({ url, status: 200, headers: {}, body: new Uint8Array(rules) });
        const read = await readRobots({ fetch, page: "https://shop.example/" }, undefined);
        expect(typeof read.isAllowed("https://shop.example/private/a?b=%zz")).toBe("boolean");
        expect(read.delayMs).toBeGreaterThanOrEqual(0);
      }),
      bounds(1000),
    ),
  timeout,
);
