import type { AgentTest, AgentTests } from "@servicechat/contract/agent-file";

/** The tests of a file whose names begin like one of these; without any, all. */
export function chooseTests(
  { tests }: Pick<AgentTests, "tests">,
  only: readonly string[] | undefined,
): readonly AgentTest[] {
  if (only === undefined) return tests;
  return tests.filter(({ name }) => only.some((beginning) => name.startsWith(beginning)));
}

/** How many replies the agent is asked for by tests. */
export function countReplies(tests: readonly Pick<AgentTest, "turns">[], repeat: number): number {
  return repeat * tests.reduce((sum, { turns }) => sum + (turns?.length ?? 1), 0);
}
