import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkInput } from "@servicechat/agent";
import { McpServer } from "@modelcontextprotocol/server";
import { createOutbound } from "@servicechat/outbound";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { startMcpServer } from "../../packages/agent/test/mcp-server.ts";
import { measureGrowth } from "../support/measure-growth.ts";
import { startModelServer } from "../support/model-server.ts";
import { actionBlock, postBlocks } from "../support/post-blocks.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startService } from "../support/start-service.ts";
import { ask, hear } from "../support/visitor.ts";

/*
 * Values of about 2 are linear and of about 4 quadratic, in processor time of this thread: growth is measured if the
 * steps are those of a library.
 */

/** Patterns that take exponential or high polynomial time with backtracking, with texts that trigger it. */
const slow: Readonly<Record<string, readonly [pattern: string, piece: string, end: string]>> = {
  "words with single gaps": ["^([A-Za-z0-9]+[ -]?)+$", "a", "!"],
  "blanks after words": ["^(\\w+\\s?)*$", "a", "!"],
  "choices that overlap": ["^(a|a)*$", "a", "!"],
  "repetitions of one letter": ["^(a*)*$", "a", "!"],
  "an address of mail": ["^([a-zA-Z0-9._%-]+)*@([a-z0-9-]+\\.)+[a-z]{2,}$", "a.", "!"],
  "much before much": ["^.*.*.*.*.*=.*$", "x", ""],
  "a number with groups": ["^(\\d+,?)+\\.\\d$", "1", "x"],
};

describe("a form whose pattern is slow elsewhere", () => {
  test("responds at once, whatever is filled in, and so does everything else", async () => {
    await using model = await startModelServer();
    const properties = Object.fromEntries(
      Object.entries(slow).map(([name, [pattern]]) => [name, { type: "string", pattern }]),
    );
    const form = {
      id: "order",
      label: "Order",
      kind: "form",
      prompt: "An order.",
      inputSchema: { type: "object", properties },
    };
    await using service = await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
      agent: { actions: [form] },
    });
    await service.start();
    for (const [name, [, piece, end]] of Object.entries(slow)) {
      for (const length of [32, 8_000, 60_000]) {
        const input = { [name]: piece.repeat(length / piece.length) + end };
        const [answer, health] = await Promise.all([
          postBlocks(service, [actionBlock({ actionId: "order", input })]),
          service.fetch("/healthz"),
        ]);
        expect([name, length, answer.status, health.status]).toEqual([name, length, 400, 200]);
      }
    }
    const fine = { "words with single gaps": "Tent-2 blue", "an address of mail": "ada@shop.example" };
    const taken = await postBlocks(service, [actionBlock({ actionId: "order", input: fine })]);
    expect((await hear(taken)).events.at(-1)?.event).toBe("done");
  });

  test.each(Object.entries(slow))(
    "takes twice the time for twice the text: %s",
    (_, [pattern, piece, end]) => {
      const schema = { type: "object", properties: { text: { type: "string", pattern } } };
      const run = (size: number) =>
        void checkInput(schema, { text: piece.repeat(size / piece.length) + end });
      expect(measureGrowth(run, { from: 16, to: 65_536 })).toBeLessThan(3);
    },
  );

  test.each([
    [
      "patternProperties",
      { patternProperties: { "^(a+)+$": { type: "string" } }, additionalProperties: false },
    ],
    ["propertyNames", { propertyNames: { pattern: "^(a+)+$" } }],
  ])("also if it validates names: %s", (_, keywords) => {
    const schema = { type: "object", ...keywords };
    const run = (size: number) => void checkInput(schema, { [`${"a".repeat(size)}!`]: "x" });
    expect(measureGrowth(run, { from: 16, to: 65_536 })).toBeLessThan(3);
    expect(checkInput(schema, { aaa: "x" })).toEqual([]);
    expect(checkInput(schema, { aaab: "x" })).not.toEqual([]);
  });

  test("nor does a format, or a list without duplicates, take more than linear time", () => {
    const ofFormat = { type: "object", properties: { text: { type: "string", format: "email" } } };
    const ofList = { type: "object", properties: { list: { type: "array", uniqueItems: true } } };
    const formats = (size: number) => void checkInput(ofFormat, { text: `${"a".repeat(size)}!` });
    const lists = (size: number) =>
      void checkInput(ofList, { list: Array.from({ length: size / 8 }, (__, index) => [index]) });
    expect(measureGrowth(formats, { from: 1_024, to: 65_536 })).toBeLessThan(3);
    expect(measureGrowth(lists, { from: 4_096, to: 65_536 })).toBeLessThan(3);
    expect(
      checkInput(ofList, {
        list: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      }),
    ).toMatchObject([{ instancePath: "/list", message: "must NOT have duplicate items" }]);
    expect(checkInput(ofList, { list: [1, "1", [["a", 1]], { a: 1 }] })).toEqual([]);
  });

  test("a pattern with many states refuses a text that would take long, and says so", () => {
    const schema = { type: "object", properties: { text: { type: "string", pattern: "[ab]*a[ab]{20}c" } } };
    const text = Array.from({ length: 60_000 }, (_, index) => (index % 7 > index % 3 ? "a" : "b")).join("");
    expect(checkInput(schema, { text: `${text}c` })).toMatchObject([
      { message: "the text is too long to be checked against its pattern" },
    ]);
    expect(checkInput(schema, { text: `${"a".repeat(30)}c` })).toEqual([]);
  });
});

describe("a schema that refers to itself", () => {
  const node = { $ref: "#/definitions/node" };
  const either = (...names: readonly string[]) => ({
    anyOf: [
      ...names.map((name) => ({ type: "object", properties: { next: node }, required: ["next", name] })),
      { type: "null" },
    ],
  });
  const nested = (depth: number) => JSON.parse('{"next":'.repeat(depth) + "1" + "}".repeat(depth)) as unknown;

  test("in several branches is not followed along all of them, and the input is refused", () => {
    const schema = { ...node, definitions: { node: either("one", "other", "third") } };
    expect(checkInput(schema, nested(60))).toMatchObject([
      { message: "its schema refers on too often for it to be checked" },
    ]);
  });

  test("or whose definitions each refer twice to the next is refused likewise", () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { $ref: `#/definitions/d${at + 1}` };
        return [`d${at}`, { allOf: [next, next] }];
      }),
    );
    const schema = { $ref: "#/definitions/d0", definitions: { ...definitions, d40: { type: "object" } } };
    expect(checkInput(schema, {})).toMatchObject([
      { message: "its schema refers on too often for it to be checked" },
    ]);
  });

  test("is checked as deep as the stack allows, and says so beyond that", () => {
    const schema = { ...node, definitions: { node: { type: "object", properties: { next: node } } } };
    expect(checkInput(schema, nested(8_000))).not.toEqual([]);
    expect(checkInput(schema, JSON.parse('{"next":'.repeat(50) + "{}" + "}".repeat(50)))).toEqual([]);
  });

  test("is followed for a large input without such branches", () => {
    const schema = { type: "array", items: node, definitions: { node: { type: "integer" } } };
    const list = Array.from({ length: 10_000 }, (_, at) => at);
    expect(checkInput(schema, list)).toEqual([]);
    expect(checkInput(schema, [...list, "x"])).toMatchObject([{ instancePath: "/10000" }]);
  });

  test("may have a property called $ref", () => {
    const schema = {
      type: "object",
      properties: { $ref: { type: "string" } },
      default: { $ref: "#/nowhere" },
    };
    expect(checkInput(schema, { $ref: "x" })).toEqual([]);
    expect(checkInput(schema, { $ref: 1 })).toMatchObject([{ instancePath: "/$ref" }]);
  });
});

test.each([
  ["^(?=.*\\d).+$", "it has look-around, such as (?=...)"],
  ["(?<!a)b", "it has look-around, such as (?=...)"],
  ["^(a)\\1$", "it has a back-reference"],
  ["^(?<x>a)\\k<x>$", "it has a back-reference"],
  ["^a{1,5000}$", "it has more than 1,000 repetitions: use maxLength for lengths"],
  ["^(a$", "Unterminated group"],
])(
  "an agent file with the pattern %s is not applied, and line and reason are reported",
  async (pattern, why) => {
    await using service = await spawnService({ model: { provider: "extractive" } });
    const file = join(service.dataDirectory, "odd.yaml");
    const lines = [
      "id: odd",
      "name: Odd",
      "model: { provider: extractive }",
      "actions:",
      "  - id: order",
      "    label: Order",
      "    kind: form",
      "    prompt: An order.",
      "    inputSchema:",
      "      type: object",
      "      properties:",
      `        text: { type: string, pattern: '${pattern}' }`,
    ];
    await writeFile(file, lines.join("\n"));
    const refused = await service.command("agent", "apply", file).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ stderr: expect.stringContaining("line 12") });
    expect(refused).toMatchObject({ stderr: expect.stringContaining(why) });
  },
);

describe("a tool of an MCP server", () => {
  const register = (server: McpServer) => {
    const text = async () => ({ content: [{ type: "text" as const, text: "fine" }] });
    const input = (pattern: RegExp) => ({ inputSchema: z.object({ text: z.string().regex(pattern) }) });
    server.registerTool("slow", { annotations: { readOnlyHint: true }, ...input(/^(\w+\s?)*$/) }, text);
    server.registerTool("ahead", { annotations: { readOnlyHint: true }, ...input(/^(?=.*\d).+$/) }, text);
  };

  test("with a pattern that is slow elsewhere is checked in linear time; one that cannot be is left out, and the log says why", async () => {
    await using server = await startMcpServer(register);
    await using outbound = createOutbound({ allowedNetworks: ["127.0.0.0/8"] });
    const evil = `${"a".repeat(5_000)}!`;
    await using service = await startService({
      outbound,
      script: ({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? [`Heard: ${String(messages.at(-1)?.content)}`]
          : [{ tool: "slow", input: { text: evil } }],
      agent: { tools: [{ mcp: { url: server.url } }] },
    });
    const { text } = await ask(service, "Please use it.");
    expect(text).toContain("Not run: input/text must match pattern");
    expect(JSON.stringify(service.model.asked[0]?.tools)).not.toContain("ahead");
    expect(service.logged).toContainEqual({
      level: "warn",
      detail: {
        host: new URL(server.url).host,
        tool: "ahead",
        reason: "a pattern of its schema has look-around, such as (?=...)",
      },
      message: "an MCP tool was left out",
    });
  });

  test("that is left out is a warning of the doctor, with the reason", async () => {
    await using server = await startMcpServer(register);
    await using service = await spawnService({
      model: { provider: "extractive" },
      agent: { tools: ["search_knowledge", { mcp: { url: server.url } }] },
      settings: { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" },
    });
    const said = await service.command("doctor").catch((thrown: { stdout: string }) => thrown);
    expect(said.stdout).toContain("left out: ahead (a pattern of its schema has look-around");
  });
});
