import { describe, expect, test } from "vitest";
import { confirmFields } from "../src/tools/confirmation.ts";

const schema = {
  type: "object",
  properties: {
    orderId: { type: "string", title: "Order number" },
    pick_up_on: { type: "string", format: "date" },
    reason: {
      oneOf: [
        { const: "dmg", title: "It is damaged" },
        { const: "fit", title: "It does not fit" },
      ],
    },
    size: { type: "integer", enum: [1, 2], enumNames: ["Small", "Large"] },
    express: { type: "boolean", title: "Express" },
    days: { type: "array", items: { type: "string", format: "date" } },
    address: { type: "object", properties: { street: { type: "string", title: "Street" } } },
    items: { type: "array", title: "Pieces", items: { properties: { sku: { title: "Article" } } } },
  },
};

describe("the fields of an input, as people read them", () => {
  test("are those that are in it, in the schema's order and under its titles, and then what it does not know", () => {
    const input = { extraNote: "Ring twice", express: false, reason: "dmg", orderId: "A-1", size: 2 };
    expect(confirmFields(schema, input)).toEqual([
      { label: "Order number", value: "A-1" },
      { label: "Reason", value: "It is damaged" },
      { label: "Size", value: "Large" },
      { label: "Express", value: false },
      { label: "Extra note", value: "Ring twice" },
    ]);
  });

  test("say which texts are days, are taken out of objects, and list what is a list", () => {
    const input = {
      pick_up_on: "2027-01-31",
      days: ["2027-01-31", "2027-02-01"],
      address: { street: "Elm Street 1", floor: null },
      items: [{ sku: "tent" }, { sku: "lamp" }],
    };
    expect(confirmFields(schema, input)).toEqual([
      { label: "Pick up on", value: "2027-01-31", format: "date" },
      { label: "Days", value: ["2027-01-31", "2027-02-01"], format: "date" },
      { label: "Address › Street", value: "Elm Street 1" },
      { label: "Address › Floor", value: null },
      { label: "Pieces › 1 › Article", value: "tent" },
      { label: "Pieces › 2 › Article", value: "lamp" },
    ]);
  });

  test("leave out what the request does not take, and never more than can be read", () => {
    expect(confirmFields(schema, { orderId: "A-1", express: true }, ["orderId"])).toEqual([
      { label: "Order number", value: "A-1" },
    ]);
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, index]));
    expect(confirmFields({}, many)).toHaveLength(40);
    expect(confirmFields({}, { a: { b: { c: { d: { e: 1 } } } } })).toEqual([
      { label: "A › B › C › D", value: '{"e":1}' },
    ]);
  });

  test("are none of every object's built-in properties, and none of an input that is not an object", () => {
    expect(confirmFields({ properties: { constructor: {}, toString: {} } }, {})).toEqual([]);
    expect(confirmFields({}, JSON.parse('{"__proto__":"x"}'))).toEqual([{ label: "Proto", value: "x" }]);
    for (const input of [undefined, null, "text", 7, ["list"]])
      expect(confirmFields(schema, input)).toEqual([]);
  });
});
