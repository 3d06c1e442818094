import { expect, test } from "vitest";
import { addTest, changeTest, moveTest, readTests, removeTest } from "../src/agent-tests/tests-table.ts";

const file = `# What the shop must know.
agent: shop
nightly: true # at two
tests:
  # Asked every day.
  - name: returns
    say: "Can I return a tent?" # their words
    expect: { cites: returns.md, contains: 30 days }

  - name: order
    turns:
      - say: Where is A-1002?
      - agree: true
    expect:
      calls: [order_status]
      contains: [Friday, /on its way/]
    tools:
      order_status: { result: { day: Friday } }
  - name: poem
    say: Write a poem
    expect:
      answers: false
`;

test("rows show what a test asks and expects, and keep the rest as it is written", () => {
  const rows = readTests(file)?.rows ?? [];
  expect(rows.map(({ name, question, said }) => [name, question, said])).toEqual([
    ["returns", "Can I return a tent?", undefined],
    ["order", "", ["Where is A-1002?", "agree: true"]],
    ["poem", "Write a poem", undefined],
  ]);
  expect(rows[0]).toMatchObject({ mustSay: ["30 days"], mustCite: ["returns.md"], others: "" });
  expect(rows[1]).toMatchObject({ mustSay: ["Friday", "/on its way/"] });
  expect(rows[1]?.others).toBe(
    "turns:\n  - say: Where is A-1002?\n  - agree: true\ntools:\n  order_status: { result: { day: Friday } }\ncalls: [order_status]",
  );
  expect(rows[2]).toMatchObject({ answers: false, mustSay: [] });
  expect(readTests("tests: [")).toBeUndefined();
  expect(readTests("agent: shop\ntests: none\n")).toBeUndefined();
  expect(readTests("# nothing yet\n")?.rows).toEqual([]);
});

test("a change of a row changes its line alone, and comments, quotes and order stay", () => {
  const said = changeTest(file, 0, { mustSay: ["14 days"] });
  expect(said).toBe(file.replace("30 days", "14 days"));
  const asked = changeTest(file, 0, { question: "May I return it?" });
  expect(asked).toBe(file.replace("Can I return a tent?", "May I return it?"));
  const listed = changeTest(file, 1, { mustSay: ["Friday"] });
  expect(listed).toBe(file.replace("[Friday, /on its way/]", "[Friday]"));
  expect(changeTest(file, 2, { mustCite: ["poems.md"], answers: undefined })).toBe(
    file.replace("      answers: false\n", "      cites: poems.md\n"),
  );
  expect(changeTest(file, 1, { mustSay: ["Friday", "/on its way/"], language: "" })).toBe(file);
});

test("what expects nothing any more expects an answer, since a file must expect something", () => {
  const emptied = changeTest(file, 0, { mustSay: [], mustCite: [] });
  expect(readTests(emptied)?.rows[0]).toMatchObject({ mustSay: [], mustCite: [], answers: true });
  expect(readTests(changeTest(file, 2, { answers: undefined }))?.rows[2]?.answers).toBe(true);
});

test("tests are added, moved and removed with their comments, and a removed one comes back", () => {
  const more = addTest(file, "shop", { question: "Do you sell\nlamps?", mustCite: ["lamps.md"] });
  expect(more).toBe(
    `${file}  - name: Do you sell lamps?\n    say: |-\n      Do you sell\n      lamps?\n    expect:\n      cites: lamps.md\n`,
  );
  const twice = addTest(more, "shop", { question: "Do you sell lamps?" });
  expect(
    readTests(twice)
      ?.rows.map(({ name }) => name)
      .slice(3),
  ).toEqual(["Do you sell lamps?", "Do you sell lamps? (2)"]);
  const moved = moveTest(file, 2, 0);
  expect(readTests(moved)?.rows.map(({ name }) => name)).toEqual(["poem", "returns", "order"]);
  expect(moved).toContain(
    '  # Asked every day.\n  - name: returns\n    say: "Can I return a tent?" # their words',
  );
  expect(moveTest(moved, 0, 2).split("\n").toSorted()).toEqual(file.split("\n").toSorted());
  expect(moveTest(file, 0, -1)).toBe(file);
  const without = removeTest(file, 0);
  expect(without).not.toContain("Asked every day");
  expect(without).toContain("# What the shop must know.\nagent: shop\nnightly: true # at two\n");
  expect(readTests(without)?.rows).toHaveLength(2);
});

test("a file begins with its first test, and a conversation keeps its messages", () => {
  const begun = addTest("", "shop", { question: "yes", said: ["yes", 'no: "never"'] });
  expect(begun).toBe(
    "agent: shop\ntests:\n  - name: yes\n    turns:\n      - say: yes\n      - say: 'no: \"never\"'\n    expect:\n      answers: true\n",
  );
  expect(addTest("# ours\n", "shop", { question: "a" })).toMatch(/^# ours\nagent: shop\ntests:\n/);
});

test("a name that was made of the question follows it, and one that somebody gave does not", () => {
  const begun = addTest("", "shop", { question: "How tall?" });
  expect(readTests(changeTest(begun, 0, { question: "How wide?" }))?.rows[0]?.name).toBe("How wide?");
  expect(readTests(changeTest(file, 2, { question: "Sing" }))?.rows[2]?.name).toBe("poem");
  expect(readTests(changeTest(begun, 0, { name: "size" }))?.rows[0]?.name).toBe("size");
});
