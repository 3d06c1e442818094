import { testRunSchema } from "@servicechat/contract/admin-schemas";
import type { TestRun } from "@servicechat/operations";
import { CommandError } from "./command-error.ts";
import { readTextFile } from "./read-text-file.ts";

/** Reads the output of an earlier `agent test --json`. @throws CommandError if it is anything else */
export function readTestRun(file: string): TestRun {
  const value = valueOf(readTextFile(file));
  if (testRunSchema.safeParse(value).success) return value as TestRun;
  throw new CommandError(
    `${file} is not a stored test run. Create one with: servicechat agent test ... --json > FILE`,
  );
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
