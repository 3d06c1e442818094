import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfStale } from "../../../scripts/build.ts";

const dist = join(import.meta.dirname, "../dist");
const built = join(dist, "launcher.js");

describe("the built launcher", () => {
  beforeAll(() => buildIfStale({ only: ["launcher"] }));

  test("stays within 3 KB, since every page pays for it", async () => {
    const { length } = await readFile(`${built}.br`);
    expect(length).toBeGreaterThan(1000);
    expect(length).toBeLessThanOrEqual(3072);
  });

  test("has compressed files with the same script", async () => {
    const plain = await readFile(built);
    expect(brotliDecompressSync(await readFile(`${built}.br`)).equals(plain)).toBe(true);
    expect(gunzipSync(await readFile(`${built}.gz`)).equals(plain)).toBe(true);
  });

  test("starts as one classic script, and uses no HTML-string sink, no eval and no style attribute", async () => {
    const script = await readFile(built, "utf8");
    const parts = await Promise.all(
      (await readdir(`${dist}/launcher`))
        .filter((name) => name.endsWith(".js"))
        .map((name) => readFile(`${dist}/launcher/${name}`, "utf8")),
    );
    expect(parts.length).toBeGreaterThan(0);
    expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n\(\(\)=>\{/);
    expect(script).not.toMatch(/\b(?:import|export)\b(?!\()/);
    for (const each of [script, ...parts]) {
      expect(each).not.toMatch(
        /\b(?:eval|Function|innerHTML|outerHTML|insertAdjacentHTML|srcdoc|DOMParser|write)\b\s*[(=]|setAttribute\(`style/,
      );
    }
  });

  test("built parts are not built again", async () => {
    const lines: string[] = [];
    await buildIfStale({ only: ["launcher"], report: (line) => lines.push(line) });
    expect(lines).toEqual(["launcher: up to date"]);
  });
});
