import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brokenSchema } from "../../../test/support/provider-rules.ts";
import { providerSchema } from "../src/models/provider-schema.ts";

const q = { type: "string" };

describe("a tool's schema as providers accept it", () => {
  test("one that they accept stays as it is", () => {
    const schema = {
      type: "object",
      properties: { q, list: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } } },
      required: ["q"],
      additionalProperties: false,
    };
    expect(providerSchema(schema)).toEqual(schema);
  });

  test.each(["oneOf", "anyOf", "allOf"])("the fields of %s at the top are told, the word is not", (word) => {
    const branches = [{ required: ["q"] }, { properties: { z: q }, required: ["z"] }];
    expect(providerSchema({ type: "object", properties: { q }, [word]: branches })).toEqual({
      type: "object",
      properties: { z: q, q },
    });
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["no fields", { type: "object" }],
    ["not", { type: "object", not: { required: ["q"] } }],
    ["enum", { type: "object", enum: [{}] }],
    ["if", { type: "object", if: { required: ["q"] }, else: { required: ["z"] }, properties: { q } }],
    [
      "a branch by reference",
      { type: "object", oneOf: [{ $ref: "#/$defs/A" }], $defs: { A: { properties: { q } } } },
    ],
    ["a list of anything", { type: "object", properties: { list: { type: "array" } } }],
    ["a list by places", { type: "object", properties: { list: { type: "array", items: [q, q] } } }],
    ["a list among types", { type: "object", properties: { list: { type: ["array", "null"] } } }],
    [
      "draft 4",
      { type: "object", properties: { n: { type: "number", minimum: 0, exclusiveMinimum: true } } },
    ],
    ["draft 3", { type: "object", properties: { q: { type: "any", required: true } } }],
    [
      "odd names of fields",
      { type: "object", properties: { "the name": q, $filter: q, ok: q }, required: ["the name"] },
    ],
    ["fields that are no schemas", { type: "object", properties: { q: null, z: "string" } }],
  ])("%s", (_what, schema) => {
    expect(brokenSchema(providerSchema(schema))).toBeUndefined();
  });

  test("any schema at all", () => {
    const word = fc.constantFrom(
      "type",
      "properties",
      "items",
      "oneOf",
      "anyOf",
      "allOf",
      "not",
      "enum",
      "required",
      "exclusiveMinimum",
      "additionalProperties",
      "$ref",
      "$defs",
      "pattern",
      "a b",
      "q",
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("object", "array", "string", "any", true, null, 7, "#/$defs/q"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(word, tie("value"), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(word, value, { maxKeys: 6 }), (schema) => {
        expect(brokenSchema(providerSchema({ ...schema, type: "object" }))).toBeUndefined();
      }),
    );
  });
});
