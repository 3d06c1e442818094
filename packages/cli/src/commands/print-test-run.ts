import type { TestedReply, TestRun } from "@servicechat/operations";
import type { Output } from "../output/print.ts";

/** Prints what came of each test: those that failed with what was said. */
export function printTestRun(
  output: Output,
  { agent, version, model, results }: TestRun,
  { verbose = false }: { readonly verbose?: boolean },
): void {
  const which = version === null ? "as the draft has it" : `version ${version}`;
  output.line(`Agent '${agent}', ${which}, ${model}\n`);
  for (const { name, passed, faults, runs, passes, replies } of results) {
    const often = runs > 1 ? `  (${passes} of ${runs} runs passed)` : "";
    output.line(`${passed ? "ok    " : "FAILED"}  ${name}${often}`);
    for (const fault of faults) output.line(`          ${fault}`);
    if (verbose || !passed) for (const reply of replies) printReply(output, reply);
  }
  const passed = results.filter((result) => result.passed).length;
  output.line(`\n${passed} of ${results.length} tests passed.`);
}

function printReply(output: Output, { said, text, asks }: TestedReply): void {
  output.line(indented(said, "          > "));
  for (const part of [text, asks]) if (part.trim() !== "") output.line(indented(part, "          | "));
}

const indented = (text: string, by: string) => text.trim().replace(/^/gm, by);
