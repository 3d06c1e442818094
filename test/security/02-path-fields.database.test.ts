import { createOutbound } from "@servicechat/outbound";
import fc from "fast-check";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { startEagerApi } from "../support/eager-api.ts";
import type { PathReading } from "../support/eager-api.ts";
import type { ModelScript } from "../support/model-server.ts";
import { actionBlock, postBlocks } from "../support/post-blocks.ts";
import { startService } from "../support/start-service.ts";
import { ask, hear } from "../support/visitor.ts";

const readings: readonly PathReading[] = ["decodes twice", "cleans", "redirects"];
const secret = "a secret of the site's own, long enough";
const shopToken = "s3cret-shop-token";

const text = { type: "string" };
const headers = { Authorization: "Bearer ${SHOP_TOKEN}" };

/** A service in front of such a back end, with a tool that looks up orders, one for files, and a form. */
async function startDesk(reading: PathReading, script?: ModelScript) {
  await using stack = new AsyncDisposableStack();
  const api = stack.use(await startEagerApi(reading));
  const properties = { id: text, line: text, part: text, q: text, note: text };
  const form = {
    id: "note",
    label: "Add a note",
    kind: "form",
    inputSchema: { type: "object", properties },
    http: {
      method: "POST",
      url: `${api.url}/api/orders/{id}/lines/{line}{part}?q={q}&fixed=1`,
      headers: { ...headers, "X-Customer": "{user.id}" },
      body: { note: "{note}", by: "form" },
    },
  };
  const tool = (name: string, path: string) => ({
    name,
    description: "Looks something up.",
    inputSchema: { type: "object", properties: { id: text }, required: ["id"] },
    http: { url: `${api.url}${path}`, headers },
  });
  const service = stack.use(
    await startService({
      ...(script && { script }),
      environment: { SHOP_TOKEN: shopToken, SITE_SECRET: secret },
      outbound: stack.use(createOutbound({ allowedNetworks: ["127.0.0.0/8"] })),
      rateLimit: 100_000,
      agent: {
        identity: { secretEnv: "SITE_SECRET" },
        actions: [form],
        tools: [
          tool("order_status", "/api/orders/{id}"),
          tool("read_file", "/api/files/{+id}"),
          tool("project", "/api/acme%2Fshop/{id}"),
        ],
      },
    }),
  );
  const kept = stack.move();
  return { api, service, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** A model that calls one tool with one input, and repeats its result. */
const calling =
  (tool: string, id: string): ModelScript =>
  ({ messages }) => {
    const last = messages.at(-1);
    return last?.role === "tool" ? [`Heard: ${String(last.content)}`] : [{ tool, input: { id } }];
  };

const leavings = [
  "../../admin/users",
  "..\\..\\admin\\users",
  "a/../../admin",
  "a/b",
  "a\\b",
  "..",
  ".",
  "%2e%2e%2fadmin",
  "%2e%2e",
  "a%2Fb",
  "a%5cb",
  "%252e%252e%252fadmin",
  "a%25252fb",
  "%%32%66",
  "..;x",
  "..%00",
  "%c0%ae%c0%ae%c0%afadmin",
  "\u{ff0e}\u{ff0e}\u{ff0f}admin",
];

describe.each(readings)("a field in the path, in front of a back end that %s", (reading) => {
  test("is refused before anything is sent if it would leave its segment, and the model is told why", async () => {
    await using desk = await startDesk(reading);
    const { api, service } = desk;
    for (const id of leavings) {
      service.model.answer(calling("order_status", id));
      const reply = await ask(service, "Where is my order?");
      expect([id, reply.text]).toEqual([id, expect.stringContaining("Not sent: input/id cannot be used")]);
      expect(reply.events).toContainEqual(
        expect.objectContaining({
          event: "tool_usage_stop",
          data: expect.objectContaining({
            status: "failed",
            rows: [{ title: "Nothing was sent", status: "failed" }],
          }),
        }),
      );
    }
    expect(api.served).toEqual([]);
  });

  test("accepts numbers, names and percent signs that are not paths", async () => {
    await using desk = await startDesk(reading);
    const { api, service } = desk;
    const plain = ["A-1001", "7", "Zoë Müller", "50% off", "v1.2", "..json", "a?b=c&d#e", "x@y.example"];
    for (const id of plain) {
      service.model.answer(calling("order_status", id));
      expect((await ask(service, "Where is my order?")).text).toContain("Heard: ⟦Data");
    }
    expect(api.served.map(({ path }) => path)).toEqual(plain.map((id) => `/api/orders/${id}`));
  });

  test("may contain several segments if the address says {+field}, but never a step up", async () => {
    await using desk = await startDesk(reading);
    const { api, service } = desk;
    service.model.answer(calling("read_file", "manuals/2026/tent one.pdf"));
    expect((await ask(service, "The manual, please.")).text).toContain("tent one.pdf");
    for (const id of leavings.filter((each) => each !== "a/b")) {
      service.model.answer(calling("read_file", id));
      const { text: heard } = await ask(service, "Another.");
      expect([id, heard]).toEqual([id, expect.stringContaining("Not sent: input/id cannot be used")]);
    }
    expect(api.served.map(({ path }) => path)).toEqual(["/api/files/manuals/2026/tent one.pdf"]);
  });

  test("leaves the operator's own encoded slash alone", async () => {
    await using desk = await startDesk(reading);
    const { api, service } = desk;
    service.model.answer(calling("project", "issues"));
    expect((await ask(service, "What is open?")).text).toContain("acme/shop");
    expect(api.served).toHaveLength(1);
  });

  test("stays in its segment, whatever it contains, as do those in the query, a header and the body", async () => {
    await using desk = await startDesk(reading);
    const { api, service } = desk;
    const piece = fc.oneof(
      fc.constantFrom(
        "..",
        ".",
        "/",
        "\\",
        "%2e",
        "%2F",
        "%5c",
        "%",
        "25",
        "2",
        "f",
        "%25",
        "%c0%af",
        "\u{ff0f}",
      ),
      fc.constantFrom(
        "&",
        "=",
        "?",
        "#",
        ";",
        "\r\nX-Evil: 1",
        "\0",
        '"',
        "{id}",
        "${SHOP_TOKEN}",
        " ",
        "a",
        "ü",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    const hostile = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
    // Most hostile ones are refused: some fields are harmless, so that the others are tested too.
    const field = fc.oneof(fc.constantFrom("7", "A-1", "a&b"), hostile);
    const user = fc.oneof(fc.constantFrom("42", "a,b;c=d", "${SHOP_TOKEN}"), hostile);
    const input = fc.record({ id: field, line: field, part: field, q: hostile, note: hostile });
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(input, user, async (given, sub) => {
        const token = await new SignJWT({ sub })
          .setProtectedHeader({ alg: "HS256" })
          .setExpirationTime("10m")
          .sign(new TextEncoder().encode(secret));
        const message = actionBlock({ actionId: "note", input: given });
        const answer = await postBlocks(service, [message], { headers: { "X-User-Token": token } });
        if (answer.status !== 200) {
          expect([400, 401]).toContain(answer.status);
          expect(api.served).toHaveLength(sent);
          return;
        }
        await hear(answer);
        // The request is sent once, to the operator's address, with each field in its place.
        expect(api.served).toHaveLength(++sent);
        const last = api.served.at(-1);
        expect(last).toMatchObject({ method: "POST", headers: { "x-customer": sub } });
        expect(last?.path.split("/").toSpliced(3, 1).toSpliced(4, 1)).toEqual(["", "api", "orders", "lines"]);
        expect(last?.query).toEqual([
          ["q", given.q.toWellFormed()],
          ["fixed", "1"],
        ]);
        expect(JSON.parse(last?.body ?? "")).toEqual({ note: given.note, by: "form" });
        expect(last?.headers).not.toHaveProperty("x-evil");
      }),
      { numRuns: 150, seed: 2 },
    );
    expect(sent).toBeGreaterThan(15);
  });
});

test("a form whose field would leave its segment is refused with the field's name, and no message is stored", async () => {
  await using desk = await startDesk("cleans");
  const { service } = desk;
  const input = { id: "../../admin", line: "1", part: "2", q: "", note: "" };
  const answer = await postBlocks(service, [actionBlock({ actionId: "note", input })]);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail).toContain(
    "input/id cannot be used in the address",
  );

  const halves = { ...input, id: "7", line: "%2", part: "f" };
  const joined = await postBlocks(service, [actionBlock({ actionId: "note", input: halves })]);
  expect(((await joined.json()) as { detail: string }).detail).toContain("input/line and input/part cannot");
});
