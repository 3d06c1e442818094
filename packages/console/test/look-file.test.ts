import { expect, test } from "vitest";
import { readLook } from "../src/agents/look-file.ts";

const file = `# The assistant of the shop.
id: shop
name: Shop # as on the site
branding:
  # Of the logo.
  primaryColor: "#9a3412" # agreed with Ann
starters:
  # The most asked one.
  - Where is my order? # 40 a day
  - 'Can I return a bag?'
  - How do I care for leather?
instructions: |
  Be brief.
`;

const write = (changes: Parameters<NonNullable<ReturnType<typeof readLook>>["write"]>[0], text = file) =>
  readLook(text)?.write(changes);

test("values are written where they belong, and comments, quotes and order remain", () => {
  expect(write({ colour: "#112233", style: "floating" })).toBe(
    file.replace("#9a3412", "#112233").replace("# agreed with Ann", "# agreed with Ann\n  style: floating"),
  );
});

test("each starter keeps its comment and its quotes, whichever is changed, added, moved or removed", () => {
  const [order, back, care] = ["Where is my order?", "Can I return a bag?", "How do I care for leather?"];
  expect(write({ starters: [order, back, "How do I clean leather?", "Do you ship?"] })).toBe(
    file.replace("care for leather?", "clean leather?\n  - Do you ship?"),
  );
  expect(write({ starters: [order, "May I return it?", care] })).toBe(
    file.replace("Can I return a bag?", "May I return it?"),
  );
  expect(write({ starters: [back, order] })).toContain("- Where is my order? # 40 a day");
  expect(write({ starters: [] })).not.toContain("starters");
});

test("missing and empty fields are added to a file, and a cleared one is removed", () => {
  const short = "id: shop\nbranding:\n";
  expect(write({ position: "top-left" }, short)).toBe("id: shop\nbranding:\n  position: top-left\n");
  expect(write({ starters: ["Hello?"] }, "id: shop\n")).toBe("id: shop\nstarters:\n  - Hello?\n");
  expect(write({ logo: "" }, "id: shop\n")).toBe("id: shop\n");
  expect(write({ name: "" })).not.toContain("name:");
});

test("invalid YAML has no appearance", () => {
  expect(readLook("id: [")).toBeUndefined();
  expect(readLook("- id")).toBeUndefined();
});
