import { expect, test } from "vitest";
import { newOperator, smallAgent } from "./run-program.ts";
import type { Operator } from "./run-program.ts";
import { writeChat } from "./write-chat.ts";

const day = (date: number) => Date.UTC(2026, 2, date);

/** An operator with three chats in March 2026. */
async function withChats(): Promise<Operator> {
  const operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  await writeChat(operator, "ses_tents", [
    { at: day(1), question: "Do you sell\u001b[2J tents?", answer: "Yes, three kinds." },
    { at: day(2), question: "Which is the lightest?", answer: "Nothing found.", facts: { unanswered: true } },
  ]);
  await writeChat(operator, "ses_stoves", [{ at: day(3), question: "Stoves?", answer: "Yes, gas stoves." }]);
  await writeChat(operator, "ses_broken", [{ at: day(5), question: "Hello?", answer: "", status: "failed" }]);
  return operator;
}

test("a list shows the first question, harmless for the terminal, and how many questions have no answer", async () => {
  await using operator = await withChats();
  expect((await operator.run("session", "list")).out.split("\n")).toEqual([
    "ID          AGENT  MESSAGES  UNANSWERED  LAST ACTIVE               FIRST QUESTION",
    "ses_broken  shop   2         1           2026-03-05T00:00:00.000Z  Hello?",
    "ses_stoves  shop   2         -           2026-03-03T00:00:00.000Z  Stoves?",
    "ses_tents   shop   4         1           2026-03-02T00:00:00.000Z  Do you sell\ufffd[2J tents?",
    "",
  ]);
  expect(await operator.json("session", "list", "--limit", "1")).toEqual([
    {
      id: "ses_broken",
      agent: "shop",
      createdAt: "2026-03-05T00:00:00.000Z",
      lastActiveAt: "2026-03-05T00:00:00.000Z",
      messages: 2,
      firstQuestion: "Hello?",
      unanswered: 1,
    },
  ]);
});

test("chats are found by time, by words, by questions without an answer, and by all of these together", async () => {
  await using operator = await withChats();
  const ids = async (...options: string[]) =>
    ((await operator.json("session", "list", ...options)) as { id: string }[]).map(({ id }) => id);

  expect(await ids("--since", "2026-03-02")).toEqual(["ses_broken", "ses_stoves", "ses_tents"]);
  expect(await ids("--since", "2026-03-02T00:00:01Z")).toEqual(["ses_broken", "ses_stoves"]);
  expect(await ids("--until", "2026-03-03")).toEqual(["ses_tents"]);
  expect(await ids("--search", "LIGHT")).toEqual(["ses_tents"]);
  expect(await ids("--search", '"gas stoves"')).toEqual(["ses_stoves"]);
  expect(await ids("--unanswered")).toEqual(["ses_broken", "ses_tents"]);
  expect(await ids("--unanswered", "--search", "tents", "--since", "2026-03-01")).toEqual(["ses_tents"]);
  expect(await operator.run("session", "list", "--search", "canoes")).toEqual({
    code: 0,
    out: "No chats match.\n",
    err: "",
  });
  await operator.run("session", "erase", "ses_tents");
  expect(await ids("--unanswered")).toEqual(["ses_broken"]);
  expect(await ids("--search", "tents")).toEqual([]);
});

test("if there are more chats than requested, a note names the option that shows them", async () => {
  await using operator = await withChats();
  const first = await operator.run("session", "list", "--limit", "2", "--json");
  expect(first.err).toBe("There are more: continue with --after ses_stoves\n");
  const rest = await operator.run("session", "list", "--limit", "2", "--json", "--after", "ses_stoves");
  expect(rest).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(rest.out)).toMatchObject([{ id: "ses_tents" }]);

  const gone = await operator.run("session", "list", "--after", "ses_gone");
  expect(gone).toMatchObject({ code: 1, out: "" });
  expect(gone.err).toContain("There is no chat 'ses_gone'");
  for (const wrong of [
    ["--since", "monday"],
    ["--until", "2026-02-30"],
    ["--limit", "0"],
  ])
    expect((await operator.run("session", "list", ...wrong)).code).toBe(2);
});
