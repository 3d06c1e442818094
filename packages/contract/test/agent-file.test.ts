import { describe, expect, test } from "vitest";
import { parseAgentFile, pathText } from "../src/agent-file/index.ts";

const plain = { id: "acme", name: "Acme", model: { provider: "extractive" } };

function faultsOf(file: unknown): readonly string[] {
  const parsed = parseAgentFile(file);
  return "faults" in parsed ? parsed.faults.map(({ path, message }) => `${path}: ${message}`) : [];
}

const identity = { secretEnv: "SHOP_IDENTITY_SECRET" };
/** A request with a header. */
const namingHttp = (header: string) => ({ url: "https://a.example/", headers: { A: header } });

const order = { type: "object", properties: { order: { type: "string" }, gift: { type: "boolean" } } };

const withUser = "https://user:password@a.example/v1";

describe("an agent file", () => {
  test("gets every default filled in", () => {
    const parsed = parseAgentFile(plain);
    expect(parsed).toMatchObject({
      agent: {
        welcomeMessage: null,
        branding: { position: "bottom-right", style: "windowed", attribution: true, logo: null },
        tools: [],
        actions: [],
        knowledge: { sources: [], resyncHours: 24 },
        limits: { maxToolRounds: 8, replySeconds: 120 },
      },
    });
  });

  test("read back from what was parsed is the same: applying twice changes nothing", () => {
    const parsed = parseAgentFile(plain);
    expect("agent" in parsed && parseAgentFile(JSON.parse(JSON.stringify(parsed.agent)))).toEqual(parsed);
  });

  test("with an unknown field, a wrong type or a bad value is refused, each fault with its path", () => {
    const faults = faultsOf({
      ...plain,
      colour: "red",
      branding: { primaryColor: "red", position: "center" },
      limits: { replySeconds: 3 },
      actions: [{ id: "a", label: "A", kind: "link", url: "javascript:alert(1)" }],
    });
    expect(faults).toHaveLength(5);
    expect(faults).toEqual(
      expect.arrayContaining([
        expect.stringContaining('unknown field "colour"; allowed: id, name, welcomeMessage,') as string,
        "branding.primaryColor: must be a color written as #rgb or #rrggbb",
        expect.stringMatching(/^branding\.position: must be one of top-left, .*, bottom-right$/) as string,
        "limits.replySeconds: must be at least 4",
        "actions[0].url: must be an http or https address",
      ]),
    );
  });

  test.each([
    [{ name: undefined }, "name: is missing"],
    [{ name: " " }, "name: must not be empty"],
    [{ name: "A".repeat(101) }, "name: must be at most 100 characters long"],
    [{ starters: "Hello" }, "starters: must be a list"],
    [{ starters: Array(7).fill("?") }, "starters: must be at most 6 entries long"],
    // In YAML, what follows an unquoted # is a comment.
    [{ branding: { primaryColor: null } }, "branding.primaryColor: must be text but is empty"],
    [{ feedback: "no" }, "feedback: must be true or false"],
    [{ limits: 5 }, "limits: must be an object"],
    [{ limits: { replySeconds: 4.5 } }, "limits.replySeconds: must be a whole number"],
    [{ limits: { replySeconds: 3601 } }, "limits.replySeconds: must be at most 3600"],
    [
      { model: { provider: "gpt" } },
      "model.provider: must be one of openai, openai-responses, anthropic, ai-sdk, extractive",
    ],
    [{ model: { provider: "openai" } }, "model.name: is missing"],
    [{ starters: [" "] }, "starters[0]: must not be empty"],
    [{ starters: "Where is my order?" }, "starters: must be a list"],
    [{ knowledge: "./docs/**/*.md" }, "knowledge: must be a list of sources, or an object that has them"],
    [{ actions: [{ id: "a", label: " ", kind: "host" }] }, "actions[0].label: must not be empty"],
    [
      { actions: [{ id: "a", label: "A", kind: "prompt", prompt: "\n" }] },
      "actions[0].prompt: must not be empty",
    ],
    [
      { tools: [{ name: "t", description: " ", http: { url: "https://a.example/" } }] },
      "tools[0].description: must not be empty",
    ],
  ])("with %o says in plain words what is allowed", (fields, fault) => {
    expect(faultsOf({ ...plain, ...fields })).toEqual([fault]);
  });

  test("that is empty is said to be", () => {
    expect(faultsOf(null)).toEqual([": must be an object but is empty"]);
  });

  test("may give its knowledge as a list of sources alone", () => {
    const sources = [
      { files: "./docs/*.md" },
      { url: "https://a.example/" },
      { sitemap: "https://a.example/s.xml" },
    ];
    const read = parseAgentFile({ ...plain, knowledge: sources });
    expect(read).toEqual(parseAgentFile({ ...plain, knowledge: { sources } }));
    expect("agent" in read && read.agent.knowledge.sources).toMatchObject(sources);
  });

  test.each([
    [
      { knowledge: [{ url: "https://a.example/", deth: 2 }] },
      'knowledge[0]: unknown field "deth"; allowed: url, depth, maxPages, include, exclude',
    ],
    [{ knowledge: [{ files: 5 }] }, "knowledge[0].files: must be a path or pattern, such as ./docs/**/*.md"],
    [{ knowledge: [{ file: "./a.md" }] }, 'knowledge[0]: unknown field "file"; allowed: files, linkBase'],
    [{ knowledge: [{}] }, "knowledge[0]: must have files, or url, or sitemap"],
    [
      { knowledge: { sources: [{ url: "a.example" }] } },
      "knowledge.sources[0].url: must be an http or https address",
    ],
    [
      { tools: [{ nam: "a", description: "A", http: { url: "https://a.example/" } }] },
      'tools[0]: unknown field "nam"; allowed: name, title, description, inputSchema, http, confirm',
    ],
    [
      { tools: [{ name: "a", description: "A", http: { method: "FETCH", url: "https://a.example/" } }] },
      "tools[0].http.method: must be one of GET, POST, PUT, PATCH, DELETE",
    ],
    [
      { tools: [{ mcp: { url: "https://a.example/", only: "lookup" } }] },
      "tools[0].mcp.only: must be a list",
    ],
    [
      { tools: [{ mpc: { url: "https://a.example/" } }] },
      'tools[0]: unknown field "mpc"; allowed: mcp, confirm',
    ],
    [{ tools: [{ mcp: { url: "https://a.example/" }, confirm: [5] }] }, "tools[0].confirm[0]: must be text"],
    [
      { tools: [{ mcp: { url: "https://a.example/" }, confirm: "look" }] },
      "tools[0].confirm: must be true or false, or a list",
    ],
    [
      { tools: ["search"] },
      "tools[0]: must be one of search_knowledge, AskUserQuestion, HandOver, or an object",
    ],
    [
      { tools: [{ name: "a", description: "A", http: { url: "https://a.example/{id}" } }] },
      "tools[0].http: {id} is not in the inputSchema, which has no fields",
    ],
    [
      { tools: [{}] },
      "tools[0]: must be one of search_knowledge, AskUserQuestion, HandOver, or have name and description and http, or mcp",
    ],
    [
      {
        actions: [{ id: "a", label: "A", kind: "form", inputSchema: order, prompt: "{order} and {orderId}" }],
      },
      "actions[0].prompt: {orderId} is not in the inputSchema, which has order, gift",
    ],
    [
      { tools: [{ name: "a", description: "A", http: { url: "https://{host}.example/" } }] },
      "tools[0].http.url: must be an http or https address without a user name, with {field} only in its path or query",
    ],
    [
      {
        tools: [{ name: "a", description: "A", http: { url: "https://a.example/", headers: { A: "{id}" } } }],
      },
      "tools[0].http.headers.A: takes ${VARIABLE} and {user.id}, never {field}",
    ],
    [
      { tools: [{ name: "AskUserQuestion", description: "A", http: { url: "https://a.example/" } }] },
      "tools[0].name: is the name of a built-in tool",
    ],
    [
      { tools: [{ name: "suggest_follow_ups", description: "A", http: { url: "https://a.example/" } }] },
      "tools[0].name: is the name of a built-in tool",
    ],
    [
      { identity, tools: [{ name: "a", description: "A", http: { url: "https://a.example/{user.id}" } }] },
      "tools[0].http.url: {user.id} stands in headers only",
    ],
    [
      {
        identity,
        tools: [
          { name: "a", description: "A", http: { url: "https://a.example/", body: { by: ["{user.id}"] } } },
        ],
      },
      "tools[0].http.body: {user.id} stands in headers only",
    ],
    [
      { identity, tools: [{ name: "a", description: "A", http: namingHttp("${user.id}") }] },
      "tools[0].http.headers.A: takes ${VARIABLE} and {user.id}, never {field}",
    ],
    [
      { tools: [{ name: "a", description: "A", http: namingHttp("{user.id}") }] },
      "tools[0].http.headers: {user.id} needs an 'identity': without one nobody is believed",
    ],
    [
      {
        actions: [
          {
            id: "a",
            label: "A",
            kind: "form",
            inputSchema: { type: "object" },
            http: namingHttp("{user.id}"),
          },
        ],
      },
      "actions[0].http.headers: {user.id} needs an 'identity': without one nobody is believed",
    ],
    [
      { identity, tools: [{ mcp: namingHttp("{user.id}") }] },
      "tools[0].mcp.headers.A: takes ${VARIABLE}, never {field} or {user.id}",
    ],
    [
      {
        tools: [
          { name: "a", description: "A", http: { url: "https://a.example/", headers: { "A b": "x" } } },
        ],
      },
      "tools[0].http.headers.A b: must be the name of a header",
    ],
    [{ tools: ["AskUserQuestion", "AskUserQuestion"] }, "tools[1].name: 'AskUserQuestion' is used twice"],
    [
      { actions: [{ id: "a", label: "A", kind: "form", inputSchema: { type: "object" } }] },
      "actions[0].prompt: give either 'prompt' or 'http'",
    ],
  ])("names the fault of the form that was meant: %j", (fields, fault) => {
    expect(faultsOf({ ...plain, ...fields })).toContain(fault);
  });

  test.each([
    [{ model: { provider: "openai", name: "m", baseUrl: withUser } }, "model.baseUrl"],
    [{ model: { provider: "anthropic", name: "m", baseUrl: withUser } }, "model.baseUrl"],
    [{ tools: [{ mcp: { url: withUser } }] }, "tools[0].mcp.url"],
    [{ knowledge: [{ url: withUser }] }, "knowledge[0].url"],
    [{ knowledge: [{ sitemap: withUser }] }, "knowledge[0].sitemap"],
    [
      { knowledge: { embeddings: { provider: "openai", name: "e", baseUrl: withUser } } },
      "knowledge.embeddings.baseUrl",
    ],
    [{ branding: { logo: withUser } }, "branding.logo"],
  ])("refuses a password in an address, since secrets never enter the database: %j", (fields, path) => {
    expect(faultsOf({ ...plain, ...fields })).toEqual([`${path}: must not have a user or password in it`]);
  });

  test("never throws, whatever it holds", () => {
    for (const value of [
      undefined,
      null,
      1,
      "x",
      [],
      {},
      { ...plain, actions: "x" },
      { ...plain, model: null },
    ]) {
      expect(faultsOf(value).length).toBeGreaterThan(0);
    }
  });

  test("uses an action's id once", () => {
    const action = { id: "a", label: "A", kind: "prompt", prompt: "x" };
    expect(faultsOf({ ...plain, actions: [action, action] })).toEqual(["actions[1].id: 'a' is used twice"]);
  });

  test("that uses an action's id twice is reported together with every other fault", () => {
    const action = { id: "a", label: "A", kind: "prompt", prompt: "x" };
    const actions = [action, { ...action, label: "" }, { ...action, kind: "dance" }, "a", null];
    const faults = faultsOf({ ...plain, name: "", actions });
    expect(faults).toEqual([
      expect.stringMatching(/^name: /),
      expect.stringMatching(/^actions\[1\]\.label: /),
      expect.stringMatching(/^actions\[2\]\.kind: /),
      expect.stringMatching(/^actions\[3\]: /),
      expect.stringMatching(/^actions\[4\]: /),
      "actions[1].id: 'a' is used twice",
      "actions[2].id: 'a' is used twice",
    ]);
  });
});

test("a path is written as one would write it in code", () => {
  expect(pathText(["messages", 0, "block", "value"])).toBe("messages[0].block.value");
  expect(pathText([])).toBe("");
});
