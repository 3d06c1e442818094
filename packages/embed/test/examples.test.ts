import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

test("the examples install the packed file: a linked folder would bring this repository's React beside their own", () => {
  const { version } = manifestOf("packages/embed");
  for (const name of ["react", "vue"])
    expect(manifestOf(`examples/${name}`).dependencies["@servicechat/embed"], name).toBe(
      `file:../../packages/embed/dist/servicechat-embed-${version}.tgz`,
    );
});
