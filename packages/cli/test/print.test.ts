import { expect, test } from "vitest";
import { createOutput } from "../src/output/print.ts";

test("JSON is unchanged, but cannot move a terminal's cursor or reorder its lines", () => {
  let out = "";
  const output = createOutput({ out: { write: (text) => (out += text) }, notes: { write: () => true } });
  const value = {
    "a\u009bb": "del \u007f, csi \u009b2J, rtl \u202e\u2066x\u2069, esc \u001b[2J, ä ✓ \u{1f642}\n",
  };

  output.json(value);

  expect(out).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  expect(out).toContain(String.raw`csi \u009b2J, rtl \u202e\u2066x\u2069`);
  expect(out).toContain("ä ✓ \u{1f642}");
  expect(JSON.parse(out)).toEqual(value);
});
