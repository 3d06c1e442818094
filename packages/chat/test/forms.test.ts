import { describe, expect, test } from "vitest";
import { checkField, type Entered } from "../src/input-controls/check-field.ts";
import { readFields, type Field } from "../src/actions/offers.ts";
import { enInputControls } from "../src/words/en-input-controls.ts";
import { en as firstWords } from "../src/words/en.ts";
import { withWords } from "../src/words/service-words.ts";

const en = withWords(enInputControls, firstWords);

const schema = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});

function fieldOf(property: object, required = false): Field {
  const [field] = readFields(schema({ it: property }, required ? ["it"] : [])) ?? [];
  if (!field) throw new Error("not drawn");
  return field;
}

const check = (property: object, entered: Entered, required = false) =>
  checkField(fieldOf(property, required), entered, en);

describe("the fields of a form", () => {
  test("are texts, numbers, choices and ticks, in the order of the schema, with their initial content", () => {
    const fields = readFields(
      schema(
        {
          name: { type: "string", title: "Your name", description: "As on the bill", default: "Ada" },
          story: { type: "string", maxLength: 1000 },
          pieces: { type: "integer", default: 2 },
          reason: { enum: ["broken", "late"], default: "late" },
          box: { type: "boolean", default: true },
        },
        ["name"],
      ),
    );
    expect(
      fields?.map(({ name, kind, title, isRequired, initial }) => [name, kind, title, isRequired, initial]),
    ).toEqual([
      ["name", "line", "Your name", true, "Ada"],
      ["story", "text", "Story", false, ""],
      ["pieces", "number", "Pieces", false, "2"],
      ["reason", "choice", "Reason", false, "1"],
      ["box", "tick", "Box", false, true],
    ]);
  });

  test("leave out what cannot be drawn; if that is required, there is no form", () => {
    const properties = { order: { type: "string" }, lines: { type: "array" }, odd: "no schema" };
    expect(readFields(schema(properties))?.map(({ name }) => name)).toEqual(["order"]);
    expect(readFields(schema(properties, ["lines"]))).toBeUndefined();
    expect(readFields(undefined)).toEqual([]);
  });
});

describe("a field", () => {
  test("of a number refuses what one visitor reads as a thousand and another as one", () => {
    for (const text of ["1,000", "1.000", "-12,500", "999.999"]) {
      expect(check({ type: "number" }, text), text).toEqual({ issue: en.notNumber });
    }
    for (const [text, value] of [
      ["1000", 1000],
      ["0,125", 0.125],
      ["1,5", 1.5],
      ["1234.567", 1234.567],
      ["１２．５", 12.5],
      ["٣٫٢٥", 3.25],
      ["۱۲۳", 123],
    ] as const) {
      expect(check({ type: "number" }, text), text).toEqual({ value });
    }
  });

  test("left empty has no value, and is an issue if it is required", () => {
    for (const property of [{ type: "string" }, { type: "number" }, { enum: ["a"] }]) {
      expect(check(property, "  ")).toEqual({ value: undefined });
      expect(check(property, "  ", true)).toEqual({ issue: en.required });
    }
  });

  test("gives the value that its schema requires", () => {
    expect(check({ type: "string" }, " A-1 ")).toEqual({ value: "A-1" });
    expect(check({ type: "number" }, "1,5")).toEqual({ value: 1.5 });
    expect(check({ enum: ["a", 2] }, "1")).toEqual({ value: 2 });
    expect(check({ type: "boolean" }, false, true)).toEqual({ value: false });
    expect(check({ type: "string", format: "email" }, "ada@example.com")).toEqual({
      value: "ada@example.com",
    });
    expect(check({ type: "string", format: "date" }, "2028-02-29")).toEqual({ value: "2028-02-29" });
  });

  test.each<[object, Entered, string]>([
    [{ type: "number" }, "two", en.notNumber],
    [{ type: "number" }, "Infinity", en.notNumber],
    [{ type: "integer" }, "1.5", en.notWhole],
    [{ type: "integer", minimum: 1 }, "0", en.atLeast(1)],
    [{ type: "integer", maximum: 9 }, "10", en.atMost(9)],
    [{ type: "number", exclusiveMinimum: 0 }, "0", en.moreThan(0)],
    [{ type: "number", exclusiveMaximum: 1 }, "1", en.lessThan(1)],
    [{ type: "integer", multipleOf: 5 }, "7", en.stepOf(5)],
    [{ type: "string", minLength: 3 }, "ab", en.tooShort(3)],
    [{ type: "string", maxLength: 2 }, "abc", en.tooMany(1)],
    [{ type: "string", format: "email" }, "ada@home", en.notEmail],
    [{ type: "string", format: "date" }, "2027-02-29", en.notDate],
    [{ type: "string", pattern: "^A-\\d+$" }, "B-1", en.notFitting],
    [{ type: "boolean", const: true }, false, en.mustTick],
  ])("%j with %j is an issue: %s", (property, entered, issue) => {
    expect(check(property, entered)).toEqual({ issue });
  });

  test("counts whole characters, and accepts a pattern that a browser does not support", () => {
    expect(check({ type: "string", maxLength: 2 }, "👍👍")).toEqual({ value: "👍👍" });
    expect(check({ type: "string", pattern: "(?<" }, "x")).toEqual({ value: "x" });
  });
});
