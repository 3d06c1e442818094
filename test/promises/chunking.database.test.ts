import fc from "fast-check";
import { createEventParser } from "@servicechat/client";
import { createParser } from "eventsource-parser";
import { beforeAll, expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import type { ModelScript, ModelStep } from "../support/model-server.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { post } from "../support/visitor.ts";

interface ReadEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string;
}

type Read = (chunks: readonly Uint8Array[]) => readonly ReadEvent[];

/** Decodes bytes as a browser does: parts of a character wait for the rest of it. */
function decoded(chunks: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
}

const readByOracle: Read = (chunks) => {
  const events: ReadEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = "message", data, id = "" }) => events.push({ type: event, data, id }),
  });
  for (const chunk of decoded(chunks)) parser.feed(chunk);
  return events;
};

const readByClient: Read = (chunks) => {
  const events: ReadEvent[] = [];
  const parser = createEventParser(({ type, data, lastEventId: id }) => events.push({ type, data, id }));
  for (const chunk of decoded(chunks)) parser.feed(chunk);
  return events;
};

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places)].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

/** Everything that could end a line or a character early if the service wrote it unescaped. */
const text = "Grüße 👩‍👩‍👧‍👦\r\ndata: no\n\nevent: done\r\rid: 7\u2028\u2029\uFEFF 漢字 \\n\n: hb\n\n";

const option = (label: string) => ({ label, description: "grün\r\n\n" });
const question = {
  questions: [
    { question: "Größe?\n\n", header: "Größe", options: [option("ä"), option("ö")], multiSelect: false },
  ],
};

onOneNode("every stream", (nodes) => {
  const streams: Uint8Array[] = [];

  /** The bytes of one reply, which are the same for every reader, even on another node. */
  async function record(service: TestService, question: string, script: ModelScript): Promise<void> {
    const followed = Promise.withResolvers<void>();
    service.model.answer((ask) => [{ until: followed.promise }, ...(script(ask) as Iterable<ModelStep>)]);
    const posted = await post(service, question);
    const headers = { "X-Session-Token": posted.headers.get("X-Session-Token") ?? "" };
    const there = await service.fetch("/chat-bot/stream", { headers });
    followed.resolve();
    const [bytes = new Uint8Array(), same] = await Promise.all(
      [posted, there].map(async (response) => new Uint8Array(await response.arrayBuffer())),
    );
    expect(same).toEqual(bytes);
    streams.push(bytes);
  }

  beforeAll(async () => {
    await using service = await startService({ nodes, agent: { tools: ["AskUserQuestion"] } });
    await record(service, "speak", () => [
      ...Array.from(text).flatMap((character, index) =>
        index % 9 === 0 ? [character, { wait: 8 }] : [character],
      ),
      { tool: "AskUserQuestion", input: question },
    ]);
    await record(service, "fail", () => ["half ä", { wait: 60 }, { cut: true }]);
  });

  test("Promise 6: is parsed identically under any chunking, even inside characters", () => {
    expect(streams).toHaveLength(2);
    for (const bytes of streams) {
      const whole = readByOracle([bytes]);
      expect(["done", "error"]).toContain(whole.at(-1)?.type);
      for (const read of [readByOracle, readByClient]) {
        fc.assert(
          fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 40 }), (places) => {
            expect(read(cutAt(bytes, places))).toEqual(whole);
          }),
          { numRuns: 200 },
        );
      }
    }
  });

  test("Promise 6: one byte at a time, and cut once at every position, it reads the same", () => {
    for (const bytes of streams) {
      const whole = readByOracle([bytes]);
      const everywhere = Array.from({ length: bytes.length }, (_, place) => place);
      expect(readByClient(cutAt(bytes, everywhere))).toEqual(whole);
      expect(readByOracle(cutAt(bytes, everywhere))).toEqual(whole);
      for (const place of everywhere) expect(readByClient(cutAt(bytes, [place]))).toEqual(whole);
    }
  });

  test("Promise 6: with CRLF or CR for every line end, as a proxy may write them, it reads the same", () => {
    for (const bytes of streams) {
      const whole = readByOracle([bytes]);
      for (const lineEnd of ["\r\n", "\r"]) {
        const rewritten = new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll("\n", lineEnd));
        fc.assert(
          fc.property(fc.array(fc.nat({ max: rewritten.length }), { maxLength: 40 }), (places) => {
            expect(readByClient(cutAt(rewritten, places))).toEqual(whole);
          }),
        );
      }
    }
  });
});
