import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAnswerFile } from "@servicechat/operations/agent-file";
import { expect, test } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import { ask } from "../../../test/support/visitor.ts";
import { newOperator, smallAgent } from "./run-program.ts";

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "servicechat-answers-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test("approved answers are read from Markdown, used at once, and exported as they were read", async () => {
  await using service = await spawnService({
    model: { provider: "extractive" },
    agent: { tools: ["search_knowledge"] },
  });
  await using folder = await temporaryFolder();
  await service.start();
  const made = await service.command("token", "create", "--name", "far", "--role", "responder", "--json");
  const variables = {
    PATH: process.env["PATH"],
    HOME: folder.path,
    SERVICECHAT_URL: service.baseUrl,
    SERVICECHAT_TOKEN: String(JSON.parse(made.stdout).token),
  };
  const elsewhere = (words: readonly string[]) => runCommand(folder.path, variables, words);
  const json = async (...words: readonly string[]) => {
    const run = await elsewhere([...words, "--json"]);
    expect([words, run.code, run.err]).toEqual([words, 0, ""]);
    return JSON.parse(run.out);
  };
  const file = join(folder.path, "vouchers.md");
  const front = ["questions:", "  - Do you sell gift vouchers?", "owner: Ada", "reviewOn: 2027-01-31"];
  const markdown = (text: string) => ["---", ...front, "---", text, ""].join("\n");
  await writeFile(file, markdown("Yes, **in the shop**."));
  const importing = ["knowledge", "answers", "import", "acme", file] as const;
  expect(await json(...importing)).toEqual({ created: 1, changed: 0, unchanged: 0 });
  expect((await ask(service, "do you sell gift vouchers")).text).toBe("Yes, **in the shop**. [1]");
  expect(await json(...importing)).toEqual({ created: 0, changed: 0, unchanged: 1 });
  await writeFile(file, markdown("Yes."));
  expect(await json(...importing)).toEqual({ created: 0, changed: 1, unchanged: 0 });

  const target = join(folder.path, "answers");
  const { answers } = await json("knowledge", "answers", "export", "acme", target);
  const written = await readFile(join(target, `${answers[0]}.md`), "utf8");
  const kept = { id: answers[0], questions: ["Do you sell gift vouchers?"], verbatim: false };
  expect(readAnswerFile(written)).toEqual({
    answer: { ...kept, owner: "Ada", reviewOn: "2027-01-31", text: "Yes." },
  });
  const again = await service.command("knowledge", "answers", "import", "acme", target, "--json");
  expect(JSON.parse(again.stdout)).toEqual({ created: 0, changed: 0, unchanged: 1 });

  await writeFile(file, markdown("Yes.").replace("owner: Ada", "title: Vouchers"));
  const faulty = await elsewhere(importing);
  expect(faulty).toMatchObject({ code: 1, err: expect.stringContaining("title") });
});

test("answers that begin with the same question stay separate, however often they are read", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  for (const place of ["Rome", "Oslo"])
    await operator.write(`${place}.md`, `---\nquestions: [Where?]\n---\nIn ${place}.\n`);
  const read = () => operator.json("knowledge", "answers", "import", "shop", operator.folder);
  expect(await read()).toEqual({ created: 2, changed: 0, unchanged: 0 });
  expect(await read()).toEqual({ created: 0, changed: 0, unchanged: 2 });
});

test.each([
  ["no front matter", "must begin with front matter"],
  ["---\nquestions: [Why?]\nNo end", "must begin with front matter"],
  ["---\n- Why?\n---\nSo.", "must have fields"],
  ["---\nquestions: [Why?]\n---\n \n", "text"],
  ["---\nquestions: Why?\n---\nSo.", "questions"],
  ["---\nquestions: [Why?]\nverbatim: maybe\n---\nSo.", "verbatim"],
  ["---\nquestions: [Why?\n---\nSo.", ""],
])("a file that is not an approved answer is refused with what is wrong: %j", (markdown, message) => {
  const read = readAnswerFile(markdown);
  expect(read).toEqual({
    faults: [expect.objectContaining({ message: expect.stringContaining(message) }), ...restOf(read)],
  });
});

const restOf = (read: ReturnType<typeof readAnswerFile>) => ("faults" in read ? read.faults.slice(1) : []);
