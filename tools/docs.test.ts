import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { actionIcons, failures, headers } from "@servicechat/contract";
import { projectDocuments, shopDocuments } from "../packages/cli/src/demo/demo-documents.ts";
import { findDeadLinks, linksOf } from "./find-dead-links.ts";
import { readEventFields } from "./read-event-fields.ts";
import { repository } from "./source-files.ts";
import { packageWalls, serverLayers } from "./walls.ts";
import { eventNotes } from "./wire-notes.ts";
import { boundsText, schemaText } from "./schema-text.ts";
import { wirePage, withTables } from "./wire-tables.ts";

describe("docs/wire.md", () => {
  const page = readFileSync(wirePage, "utf8");

  test("contains the contract's current tables (npm run docs writes them)", () => {
    expect(page).toBe(withTables(page));
  });

  test("names every failure with its status", () => {
    expect(Object.keys(failures).length).toBeGreaterThan(10);
    for (const [code, { status }] of Object.entries(failures))
      expect(page).toContain(`| \`${code}\` | ${status} |`);
  });

  test("names every event of the contract", () => {
    const names = readEventFields().map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(eventNotes).toSorted());
    for (const name of names) expect(page).toContain(`| \`${name}\` |`);
  });

  test("names every header", () => {
    for (const name of Object.values(headers)) expect(page).toContain(`| \`${name}\` |`);
  });
});

test("schemas are written in TypeScript notation", () => {
  const list = {
    type: "array",
    items: { anyOf: [{ type: "string" }, { $ref: "#/components/schemas/Key" }] },
  };
  const page = {
    type: "object",
    properties: { items: list, next: { type: ["string", "null"] } },
    required: ["items"],
  };
  expect(schemaText(page)).toBe("{items: (string | Key)[], next?: string | null}");
  expect(schemaText({ type: "object", additionalProperties: { enum: ["a", 1] } })).toBe('{[name]: "a" | 1}');
  expect([{ minimum: 1, maximum: 9 }, { maxLength: 5 }, {}].map(boundsText)).toEqual([
    "1 to 9",
    "at most 5 characters",
    "",
  ]);
});

test("docs/agent-file.md lists the chat's icons", () => {
  const page = readFileSync(join(repository, "docs/agent-file.md"), "utf8");
  const row = /^\| `icon` \|[^:]*:([^;]*);/m.exec(page)?.[1] ?? "";
  expect(Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name)).toEqual([...actionIcons]);
});

describe("the writer of tables", () => {
  const tables = { pets: () => "| cat |\n" };

  test("changes only what is between the markers", () => {
    const page = "before\n<!-- generated: pets -->\n| dog |\n<!-- end -->\nafter\n";
    expect(withTables(page, tables)).toBe("before\n<!-- generated: pets -->\n| cat |\n<!-- end -->\nafter\n");
  });

  test("refuses a page without the markers of a table", () => {
    expect(() => withTables("<!-- generated: pets -->\n", tables)).toThrow(/no place for the table "pets"/);
    const endOfAnother = "<!-- generated: pets -->\n<!-- generated: cars -->\n<!-- end -->";
    expect(() => withTables(endOfAnother, tables)).toThrow(/no place for the table "pets"/);
    expect(() => withTables("nothing\n<!-- end -->", tables)).toThrow(/no place for the table "pets"/);
  });

  test("knows the fields of an event's data", () => {
    const fields = new Map(readEventFields().map(({ name, data }) => [name, data]));
    expect(fields.get("start")).toBe("{}");
    expect(fields.get("text")).toBe("string");
    expect(fields.get("error")).toBe("{message, retryable, code}");
    expect(fields.get("image")).toBe("{url, alt, mediaType, width?, height?}");
  });
});

test("the demo shows exactly this project's documents", () => {
  const [root = [], docs = []] = ["", "docs"].map((folder) =>
    readdirSync(join(repository, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => posix.join(folder, name)),
  );
  expect(projectDocuments).toEqual([...root, ...docs].toSorted());
  const shop = readdirSync(join(repository, "packages/cli/src/demo/larkfield-help"));
  expect(shopDocuments).toEqual(shop.toSorted());
});

const pages = globSync(["{README,ARCHITECTURE,CONTRIBUTING,CHANGELOG,SECURITY}.md", "docs/*.md"], {
  cwd: repository,
});

test.for(pages)("%s starts each item of a list on a new line", (page) => {
  const text = readFileSync(join(repository, page), "utf8").replace(/^```[^]*?^```/gm, "");
  expect(text.match(/^.*[.:;] (?:-|\d\.)(?: .*)?$/gm)).toBeNull();
});

describe("links", () => {
  test.for(pages)("%s points at files and headings that exist", (page) => {
    const path = join(repository, page);
    expect(findDeadLinks(path, readFileSync(path, "utf8"))).toEqual([]);
  });

  test("a link to a heading has the same anchor as on GitHub", () => {
    const tree = {
      exists: () => true,
      read: () => "# Keys (`ak_`)\n\n```sh\n# no heading\n```\n## Twice\n## Twice\n",
    };
    const to = (heading: string) => findDeadLinks("/repo/a.md", `[a](b.md#${heading})`, tree);
    expect(["keys-ak_", "twice", "twice-1"].flatMap(to)).toEqual([]);
    expect(["no-heading", "twice-2"].map(to)).toEqual([["b.md#no-heading"], ["b.md#twice-2"]]);
  });

  test("a broken link is found, whatever its kind", () => {
    const text =
      '[a](gone.md) ![b](./gone.png "title") [c](kept.md#part) [d](https://example.com) [e](#here)\n\n[f]: ../gone.txt\n';
    const tree = { exists: (path: string) => path === "/repo/docs/kept.md", read: () => "## A part\n" };
    expect(findDeadLinks("/repo/docs/page.md", `# Here\n${text}`, tree)).toEqual([
      "gone.md",
      "./gone.png",
      "kept.md#part",
      "../gone.txt",
    ]);
  });

  test("an example in code is not a link", () => {
    expect(linksOf("`[a](b.md)`\n```md\n[c](d.md)\n```\n[e](f.md)\n")).toEqual(["f.md"]);
  });
});

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(join(repository, "ARCHITECTURE.md"), "utf8");
  /** The code in the rows below a heading: their first cell, and the names in their second. */
  const rowsBelow = (heading: string): (readonly [string, readonly string[]])[] => {
    const part = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
    const rows = part.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm);
    return Array.from(rows, ([, name = "", cell = ""]) => [
      name,
      Array.from(cell.matchAll(/`([^`]+)`/g), ([, each = ""]) => each),
    ]);
  };

  test("has a row for every package folder", () => {
    const named = rowsBelow("Packages").map(([name]) => name);
    expect(named.toSorted()).toEqual(readdirSync(join(repository, "packages")).toSorted());
  });

  test("lists the imports of each package as tools/walls.ts allows them", () => {
    expect(rowsBelow("Who may import whom")).toEqual(Object.entries(packageWalls));
  });

  test("lists the layers of the server in the order of tools/walls.ts", () => {
    expect(rowsBelow("Layers of the server").map(([name]) => name)).toEqual(serverLayers);
  });
});
