import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { roles } from "@servicechat/operations";
import { adminRoutes } from "../../packages/server/src/routes/admin-routes.ts";
import { requireDescribed } from "../support/require-described.ts";
import { startConsole } from "../support/start-console.ts";

const address = "/console/api/openapi.json";

interface Operation {
  readonly "x-role": string;
  readonly summary: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

async function readDocument() {
  await using console = await startConsole({ consoleUrl: "https://console.example" });
  const { status, body } = await console.ask("GET", address);
  expect(status).toBe(200);
  return body;
}

test("everybody can read the admin API's OpenAPI 3.1 document, which is valid", async () => {
  const document = await readDocument();
  expect(document.openapi).toBe("3.1.0");
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  // The validator does detect errors.
  const faulty = structuredClone(document);
  faulty.paths["/chats"].get.responses["200"].description = 7;
  expect((await new Validator().validate(faulty)).valid).toBe(false);
});

test("it says where the API is, and lists every route with the role that it needs", async () => {
  const { servers, paths } = await readDocument();
  expect(servers).toEqual([{ url: "https://console.example/console/api" }]);
  const told = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [path, method, operation["x-role"]]),
  );
  const declared = Object.entries(adminRoutes).flatMap(([path, routes]) =>
    Object.entries(routes).map(([method, { access }]) => [
      `/${path.replace("...", "")}`,
      method.toLowerCase(),
      access,
    ]),
  );
  expect(told).toEqual(declared);
  for (const [, , role] of told) expect([...roles, "anyone"]).toContain(role);
});

test("each operation has a unique name, its parameters and its failures", async () => {
  const { paths } = await readDocument();
  const operations = Object.entries(
    paths as Record<string, Record<string, Operation & { operationId: string }>>,
  ).flatMap(([path, item]) => Object.values(item).map((operation) => ({ path, ...operation })));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { path, parameters = [], responses, ...operation } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => `{${name}}`);
    expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
    if (operation["x-role"] === "anyone") expect(operation.security).toEqual([]);
    else expect(responses).toHaveProperty("401");
    expect(operation.summary).not.toBe("");
  }
  expect(paths["/keys/{id}"].patch.responses["409"].description).toBe("Key revoked");
  expect(paths["/me/sessions/{id}"].delete.responses["404"].description).toBe("Session not found");
});

test("every test of the API detects a response of another shape or status", () => {
  const erased = { status: 200, text: "", body: { erased: 1 } };
  const asked = (answer: Partial<typeof erased>) => () =>
    requireDescribed("DELETE", "/console/api/users/u1/chats", { ...erased, ...answer });
  expect(asked({})).not.toThrow();
  expect(asked({ status: 202 })).toThrow(/says nothing/);
  expect(asked({ body: { erased: 1, more: true } as never })).toThrow(/another shape/);
  expect(asked({ body: { erased: "1" } as never })).toThrow(/another shape/);
});

test("a span that ends before it begins is refused by every route that takes one", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const { paths } = (await console.ask("GET", address)).body;
  const taking = Object.entries(paths as Record<string, { readonly get?: Operation }>).filter(([, { get }]) =>
    ["from", "to"].every((name) => get?.parameters?.some((parameter) => parameter.name === name)),
  );
  expect(taking.map(([path]) => path)).toEqual(expect.arrayContaining(["/usage", "/chats", "/audit"]));
  for (const [path] of taking) {
    const required = { "/chats/export": "as=csv&", "/usage/replies": "by=day&" }[path] ?? "";
    const asked = (span: string) => console.ask("GET", `/console/api${path}?${required}${span}`, { cookie });
    expect([path, await asked("from=2026-02-01&to=2026-01-31")]).toMatchObject([
      path,
      { status: 400, body: { code: "malformed_request", detail: expect.stringMatching(/^from: /) } },
    ]);
    const { body } = await asked("from=2026-01-31&to=2026-01-31");
    expect([path, body?.detail ?? ""]).not.toEqual([path, expect.stringMatching(/^from: /)]);
  }
  for (const path of ["usage", "usage/replies?by=day"]) {
    const future = `/console/api/${path}${path.includes("?") ? "&" : "?"}from=2999-01-01`;
    expect((await console.ask("GET", future, { cookie })).status).toBe(400);
  }
});
