import { expect, test } from "vitest";
import { cleanName } from "../src/files/clean-name.ts";

test.for<[string | undefined, string]>([
  ["Rechnung März.pdf", "Rechnung März.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\me\\a.txt", "a.txt"],
  ["a\u0000b\r\nc\t.txt", "abc.txt"],
  ["evil\u202Etxt.exe", "eviltxt.exe"],
  ["  a   b  .txt ", "a b .txt"],
  ["👩‍💻.png", "👩‍💻.png"],
  ["Ma\u0308rz.pdf", "März.pdf"],
  ["", "file"],
  [undefined, "file"],
  ["..", "file"],
  ["dir/", "file"],
  ["\ud800.txt", "\ufffd.txt"],
])("a file's name %j is kept as %j", ([name, kept]) => {
  expect(cleanName(name)).toBe(kept);
});

test("a long name keeps its beginning and its ending", () => {
  const name = cleanName(`${"a".repeat(500)}.pdf`);
  expect(name).toHaveLength(100);
  expect(name).toMatch(/^a+….pdf$/);
  expect(cleanName(`x.${"a".repeat(500)}`)).toHaveLength(100);
  expect(cleanName(`${"😀".repeat(200)}.pdf`).isWellFormed()).toBe(true);
});
