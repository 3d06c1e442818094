import { commandLine, isRefused } from "@servicechat/operations";
import type { OpenOperations } from "../../../packages/operations/test/support/open-operations.ts";
import { recorded } from "./ask-visitors.ts";

const groupOf = new Map(
  Object.entries(recorded.unanswered).flatMap(([group, questions]) =>
    questions.map((question) => [question, group] as const),
  ),
);

/** A gap with the groups of its recorded questions. */
export interface RecordedGap {
  readonly id: string;
  readonly questions: readonly string[];
  /** `answered` for questions that some page answers. */
  readonly groups: readonly string[];
}

/** Turns the recorded questions into gaps, and reads them all. */
export async function gapsOf({
  operations,
  storage,
}: Pick<OpenOperations, "operations" | "storage">): Promise<readonly RecordedGap[]> {
  const list = await operations.gaps.list(commandLine, { limit: 1_000 });
  if (isRefused(list)) throw new Error(list.kind);
  return Promise.all(
    list.items.map(async ({ id }) => {
      const asked = await storage.gaps.questions({ id, limit: 200 });
      const questions = asked.map(({ question }) => question);
      return {
        id,
        questions,
        groups: [...new Set(questions.map((each) => groupOf.get(each) ?? "answered"))],
      };
    }),
  );
}

/**
 * Judges a list of gaps. A group is found if a gap has at least two of its questions and no others; a gap is false if
 * it has questions that the documentation answers, and mixed if it has those of two groups.
 */
export function judgeGaps(gaps: readonly RecordedGap[]) {
  const pure = gaps.filter(({ groups, questions }) => groups.length === 1 && questions.length > 1);
  return {
    found: [...new Set(pure.flatMap(({ groups }) => groups))].filter((group) => group !== "answered"),
    false: gaps.filter(({ groups }) => groups.includes("answered")).map(({ questions }) => questions),
    mixed: gaps.filter(({ groups }) => groups.length > 1).map(({ questions }) => questions),
  };
}
