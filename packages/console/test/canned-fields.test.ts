import { expect, test } from "vitest";
import { fillFields, openFields } from "../src/inbox/canned-fields.ts";

const values = { "visitor.name": "Ines", "me.name": "Alma", agent: "Larkfield" };

test("fields of a canned answer are filled in, and nothing else in braces", () => {
  const text = "Hello {visitor.name}, this is { me.name } of {agent}. Send {order} as {agents}.";
  expect(fillFields(text, values)).toBe("Hello Ines, this is Alma of Larkfield. Send {order} as {agents}.");
});

test("a field whose value is unknown or empty is left in place, and found there", () => {
  const filled = fillFields("Hello {visitor.name}! {visitor.name}, {me.name}", {
    ...values,
    "visitor.name": undefined,
    "me.name": " ",
  });
  expect(filled).toBe("Hello {visitor.name}! {visitor.name}, {me.name}");
  expect(openFields(filled).map(({ name, start, end }) => [name, filled.slice(start, end)])).toEqual([
    ["visitor.name", "{visitor.name}"],
    ["visitor.name", "{visitor.name}"],
    ["me.name", "{me.name}"],
  ]);
  expect(openFields("Nothing {here}")).toEqual([]);
});

test("a value cannot bring in another field", () => {
  expect(fillFields("{visitor.name}", { ...values, "visitor.name": "$& {x}" })).toBe("$& {x}");
});
