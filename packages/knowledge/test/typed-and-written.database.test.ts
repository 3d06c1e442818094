import { foldText } from "@servicechat/contract/language";
import type { Storage } from "@servicechat/storage";
import { openPostgres } from "@servicechat/storage/postgres";
import { describe, expect, test } from "vitest";
import { emptiedSchema } from "../../../test/support/emptied-schema.ts";
import { findTestPostgres } from "../../../test/support/test-servers.ts";
import { typedAndWritten } from "../../../test/support/typed-and-written.ts";
import { alikeFrom, likenessOf } from "../src/index.ts";
import { openKnowledge } from "./open-knowledge.ts";

/** A good result, which is quoted. */
const answersFrom = 0.35;

const { url = "", missing } = await findTestPostgres();
const databases = [
  { name: "SQLite", reason: undefined, openDatabase: async () => openKnowledge() },
  {
    name: "PostgreSQL",
    reason: missing,
    openDatabase: async () => {
      const stack = new AsyncDisposableStack();
      const { schema } = stack.use(emptiedSchema(url));
      const openStorage = (): Promise<Storage> => openPostgres({ url, schema });
      return Object.assign(stack, stack.use(await openKnowledge({ openStorage })), {
        [Symbol.asyncDispose]: () => stack.disposeAsync(),
      });
    },
  },
];

/** What was wrong with all of them at once, so that a failure shows its kind. */
type Wrong = readonly (readonly [what: string, found: unknown])[];

for (const { name, reason, openDatabase } of databases)
  describe.skipIf(reason)(reason === undefined ? name : `${name}, skipped: ${reason}`, () => {
    test("documents are found as people type, whatever script, form or sign is written", async () => {
      await using open = await openDatabase();
      const pages = typedAndWritten.map(
        ({ written }, at) => [`${at}.md`, `# Page\n\n${written}.\n`] as const,
      );
      await open.write(Object.fromEntries(pages));
      await open.knowledge.sync(open.agent([{ files: "./*.md" }]));
      const wrong: (readonly [string, unknown])[] = [];
      for (const { what, typed, written } of typedAndWritten) {
        const [best] = await open.knowledge.search("shop", typed, 3);
        // Reading has taken some signs out.
        const isRight = best !== undefined && foldText(best.text).startsWith(foldText(written));
        if (!isRight || best.score < answersFrom) wrong.push([what, best]);
      }
      expect(wrong satisfies Wrong).toEqual([]);
    });

    test("approved answers are found by their questions as people type them", async () => {
      await using open = await openDatabase();
      const pairs = typedAndWritten.filter(({ isPart }) => !isPart);
      const answer = {
        agentId: "shop",
        verbatim: true,
        owner: null,
        reviewOn: null,
        createdAt: 1,
        changedBy: null,
      };
      for (const [at, { written }] of pairs.entries())
        await open.putAnswer({ ...answer, id: `ans_${at}`, text: "Ask at the desk.", questions: [written] });
      const wrong: (readonly [string, unknown])[] = [];
      for (const [at, { what, typed }] of pairs.entries()) {
        const [best] = await open.knowledge.search("shop", typed, 3);
        if (best?.approved?.id !== `ans_${at}`) wrong.push([what, best]);
      }
      expect(wrong satisfies Wrong).toEqual([]);
    });

    test("questions that differ only in what is typed belong to one gap", async () => {
      await using open = await openDatabase();
      const pairs = typedAndWritten.filter(({ isPart }) => !isPart);
      const wrong: (readonly [string, unknown])[] = [];
      for (const { what, typed, written } of pairs) {
        const [one, other] = await open.knowledge.sketch("shop", [
          { question: typed },
          { question: written },
        ]);
        const likeness = one && other ? likenessOf(one, other) : 0;
        if (likeness < alikeFrom) wrong.push([what, likeness]);
      }
      expect(wrong satisfies Wrong).toEqual([]);
    });
  });
