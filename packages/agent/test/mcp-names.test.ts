import fc from "fast-check";
import { expect, test } from "vitest";
import { toolName, usableSchema } from "../src/tools/mcp/usable-tools.ts";

test("whatever servers call their tools, every name is valid, and no two are the same", () => {
  const names = fc.array(fc.oneof(fc.string({ maxLength: 80 }), fc.constantFrom("a", "a.b", "a_b")), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(names, (wanted) => {
      const taken = new Set(["search_knowledge"]);
      const given = wanted.map((name) => toolName(name, taken, 1));
      expect(new Set(given).size).toBe(given.length);
      expect(given).not.toContain("search_knowledge");
      for (const name of given) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    }),
  );
});

test.each([
  ["of no object", { type: "array" }],
  ["with an unknown type", { type: "object", properties: { a: { type: "nonsense" } } }],
  ["that leads elsewhere", { type: "object", $ref: "https://evil.example/schema.json" }],
  ["with a broken pattern", { type: "object", properties: { a: { type: "string", pattern: "(" } } }],
  ["that is checked later", { type: "object", $async: true }],
  ["that would fill the context", { type: "object", description: "x".repeat(30_000) }],
])("a schema %s cannot be used", (_name, schema) => {
  expect(usableSchema(schema)).toEqual({ reason: expect.stringContaining("schema") });
});

test("a schema of a later draft can be used", () => {
  const properties = { a: { type: "string" } };
  expect(
    usableSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties }),
  ).toEqual({ schema: { type: "object", properties } });
});
