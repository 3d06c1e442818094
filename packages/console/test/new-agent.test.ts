import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { idFromName, idPattern, nextId } from "../src/agents/new/agent-id.ts";
import { allowedSites } from "../src/agents/new/allowed-sites.ts";
import { fillPurpose, fileWithName, readAgentFile, renameAgent } from "../src/agents/new/purpose-file.ts";

const folder = join(import.meta.dirname, "../src/agents/new/purposes");
const names = readdirSync(folder);
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("the id of a new agent", () => {
  test.each([
    ["Müller & Söhne", "mueller-soehne"],
    ["  Café Đà Lạt ", "cafe-da-lat"],
    ["L’Atelier d'Anaïs", "latelier-danais"],
    ["Łódź Taxi 24", "lodz-taxi-24"],
    ["ÇİÇEK Şirketi", "cicek-sirketi"],
    ["Книжный магазин", "knizhnyy-magazin"],
    ["Η Ταβέρνα", "i-taverna"],
    ["東京 Coffee", "coffee"],
    ["-- Shop --", "shop"],
    ["Ｓｈｏｐ ①", "shop-1"],
    ["", ""],
    ["   ", ""],
  ])("is made from %j: %j", (name, id) => {
    expect(idFromName(name)).toBe(id);
  });

  test.each([
    "東京",
    "متجر الكتب",
    "חנות",
    "가게",
    "दुकान",
    "🛍️",
    "&&&",
    "ä".repeat(100),
    `${"a".repeat(63)} b`,
  ])("can be used, and is the same each time, for %j", (name) => {
    expect(idFromName(name)).toMatch(new RegExp(`^${idPattern}$`));
    expect(idFromName(name).length).toBeLessThanOrEqual(64);
    expect(idFromName(name)).toBe(idFromName(name));
  });

  test("differs for different names without letters that can be written in a-z", () => {
    expect(idFromName("東京")).not.toBe(idFromName("大阪"));
  });

  test("that is taken is followed by the next number, and never becomes too long", () => {
    expect(nextId("shop")).toBe("shop-2");
    expect(nextId("shop-9")).toBe("shop-10");
    expect(nextId("shop-0")).toBe("shop-0-2");
    expect(nextId("a".repeat(64))).toBe(`${"a".repeat(62)}-2`);
  });
});

describe("a starting point", () => {
  test.each(names)("is a complete agent file, alone and with any name: %s", (file) => {
    const template = textOf(file);
    expect(parseAgentFile(parse(template))).toHaveProperty("agent");
    const name = `"A": <b>$& - # ${"é".repeat(80)}`;
    const filled: unknown = parse(fillPurpose(template, { id: "a-1", name }));
    expect(parseAgentFile(filled)).toHaveProperty("agent");
    expect(filled).toMatchObject({ id: "a-1", name });
    expect(JSON.stringify(filled)).not.toContain("NAME");
    expect(fillPurpose(template, { id: "a-1", name: "A" })).toContain("# ");
  });

  test("is there in every language, and offers the same in each", () => {
    const shapeOf = (file: string) => {
      const { id, tools, starters, actions, handoff, limits, ...others } = parse(textOf(file));
      const rest = Object.keys(others as object);
      return { id, tools, starters: starters?.length, actions: actions?.length, handoff, limits, rest };
    };
    const english = names.filter((name) => name.endsWith(".en.yaml"));
    expect(english).toHaveLength(5);
    for (const name of english) expect(shapeOf(name.replace(".en.", ".de."))).toEqual(shapeOf(name));
  });

  test("that is chosen later leaves knowledge, model and look as they are, with their comments", () => {
    const before = `${fileWithName({ id: "s", name: "S" })}knowledge:
  # The whole site.
  - url: https://shop.example/
    depth: 2
branding: { primaryColor: "#9a3412" }
instructions: Sing.
`.replace("provider: extractive", "provider: openai\n  name: gpt-5-mini");
    const after = fillPurpose(textOf("shop.en.yaml"), { id: "s", name: "S" }, before);
    expect(parse(after)).toMatchObject({
      model: { provider: "openai", name: "gpt-5-mini" },
      knowledge: [{ url: "https://shop.example/", depth: 2 }],
      branding: { primaryColor: "#9a3412" },
    });
    expect(after).toContain("# The whole site.");
    expect(after).not.toContain("Sing.");
    expect(fillPurpose(textOf("shop.en.yaml"), { id: "s", name: "S" }, "{ not: [yaml")).toContain(
      "extractive",
    );
  });

  test("can be renamed, and what is wrong with a file does not stop the guide", () => {
    const file = textOf("blank.en.yaml");
    const renamed = renameAgent(file, { id: "b", name: "B: c" });
    expect(readAgentFile(renamed)).toMatchObject({ name: "B: c", provider: "extractive", starters: [] });
    expect(renamed).toContain("# Until a model is chosen");
    expect(readAgentFile("{ not: [yaml")).toBeUndefined();
    expect(readAgentFile("- a list")).toBeUndefined();
    expect(readAgentFile("name: 7\nstarters: no\nmodel: none\n")).toMatchObject({ name: "", provider: "" });
  });
});

test.each([
  ["shop.example", ["shop.example", "www.shop.example"]],
  ["https://www.Shop.example/de/?a=b#c", ["https://www.shop.example", "https://shop.example"]],
  [
    "shop.example, help.shop.example\n\n",
    ["shop.example", "www.shop.example", "help.shop.example", "www.help.shop.example"],
  ],
  ["*.shop.example", ["*.shop.example"]],
  ["localhost", ["localhost"]],
  ["http://localhost:3000/", ["http://localhost:3000"]],
  ["192.168.0.7", ["192.168.0.7"]],
  ["münchen.example", ["münchen.example", "www.münchen.example"]],
  ["a.b.c.example", ["a.b.c.example"]],
  ["www.example", ["www.example"]],
  ["  ", []],
])("of what people write, %j allows %j", (written, allowed) => {
  expect(allowedSites(written)).toEqual(allowed);
});
