import { expect, test } from "vitest";
import { findSchemaFaults } from "../src/agent-file/find-schema-faults.ts";

const types = "array, boolean, integer, null, number, object, string";
const noExpression = "must be a regular expression of JavaScript, with the flag u";
const nowhere =
  "must point to a part of this schema, such as #/$defs/address; other documents are not fetched";

test.each([
  [{ properties: [] }, "properties: must be an object"],
  [{ properties: { a: "string" } }, "properties.a: must be an object, or true or false"],
  [{ required: "a" }, "required: must be a list"],
  [{ required: ["a", "a"] }, "required: must not have duplicate entries"],
  [{ allOf: [] }, "allOf: must not be empty"],
  [{ minProperties: 1.5 }, "minProperties: must be a whole number"],
  [{ minProperties: -1 }, "minProperties: must be at least 0"],
  [{ multipleOf: 0 }, "multipleOf: must be more than 0"],
  [{ title: 5 }, "title: must be text"],
  [{ $async: true }, "$async: is not allowed here: remove it"],
  [{ id: "order" }, "id: is not allowed here: remove it"],
  [{ type: ["string", "string"] }, "type: must not have duplicate entries"],
  [{ properties: { a: { pattern: "(" } } }, `properties.a.pattern: ${noExpression}: Unterminated group`],
  [
    { patternProperties: { "a/b[": {} } },
    `patternProperties.a/b[: ${noExpression}: Unterminated character class`,
  ],
  [{ $defs: { a: { type: "strng" } } }, `$defs.a.type: must be one of ${types}`],
  [
    { $defs: { a: { pattern: "\\_" } }, properties: { b: { $ref: "#/$defs/a" } } },
    `$defs.a.pattern: ${noExpression}: Invalid escape`,
  ],
  [{ properties: { a: { $ref: "#/$defs/a" } } }, `properties.a.$ref: ${nowhere}`],
  [{ allOf: [{ $ref: "https://shop.example/order.json" }] }, `allOf[0].$ref: ${nowhere}`],
  [{ properties: { a: { $ref: "#/$defs/50%" } } }, "properties.a.$ref: must write a literal % as %25"],
  [{ properties: { a: { nullable: true } } }, "properties.a: has nullable, so it needs a type too"],
])("a fault in %j is reported in the words of the file's other faults: %s", (schema, fault) => {
  const faults = findSchemaFaults({ tools: ["search_knowledge", { inputSchema: schema }] });
  expect(faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([`tools[1].inputSchema.${fault}`]);
});

function faultsOf(inputSchema: object): readonly string[] {
  return findSchemaFaults({ actions: [{ inputSchema }] }).map(
    ({ path, message }) => `${path.replace("actions[0].inputSchema", "")}: ${message}`,
  );
}

test("each broken reference is reported, wherever it is, and no other", () => {
  const lost = { $ref: "#/$defs/b" };
  const schema = {
    $defs: { a: { properties: { deep: lost } } },
    properties: { one: lost, two: { $ref: "#/$defs/a" }, three: { items: { $ref: "#/$defs/c" } }, $ref: {} },
  };
  expect(faultsOf(schema)).toEqual([
    `.$defs.a.properties.deep.$ref: ${nowhere}`,
    `.properties.one.$ref: ${nowhere}`,
    `.properties.three.items.$ref: ${nowhere}`,
  ]);
  expect(schema.properties.one).toEqual({ $ref: "#/$defs/b" });
});

test("an endless schema, and two parts with one name, are reported as faults of the whole", () => {
  const a = { $ref: "#/properties/b" };
  const b = { $ref: "#/properties/a" };
  const endless = ": is nested too deeply, or refers to itself endlessly";
  expect(faultsOf({ properties: { a, b } })).toEqual([endless]);
  const named = (type: string) => ({ $id: "https://shop.example/x", type });
  expect(faultsOf({ properties: { a: named("string"), b: named("object") } })).toEqual([
    ": must not have the same $id twice",
  ]);
});

test("a schema that refers to itself and ends is fine", () => {
  expect(faultsOf({ properties: { child: { $ref: "#" } } })).toEqual([]);
});
