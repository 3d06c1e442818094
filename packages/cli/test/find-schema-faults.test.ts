import { expect, test } from "vitest";
import { findSchemaFaults } from "../src/find-schema-faults.ts";

test.each([
  [{ properties: [] }, "properties: must be an object"],
  [{ properties: { a: "string" } }, "properties.a: must be an object, or true or false"],
  [{ required: "a" }, "required: must be a list"],
  [{ required: ["a", "a"] }, "required: must not have an entry twice"],
  [{ allOf: [] }, "allOf: must not be empty"],
  [{ minProperties: 1.5 }, "minProperties: must be a whole number"],
  [{ minProperties: -1 }, "minProperties: must be at least 0"],
  [{ multipleOf: 0 }, "multipleOf: must be more than 0"],
  [{ title: 5 }, "title: must be a text"],
  [{ $async: true }, "$async: is not possible here"],
])("what is wrong in %j is told in the words of the file's other faults: %s", (schema, fault) => {
  const faults = findSchemaFaults({ tools: ["search_knowledge", { inputSchema: schema }] });
  expect(faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([`tools[1].inputSchema.${fault}`]);
});
