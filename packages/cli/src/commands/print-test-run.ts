import type { ComparedTest, TestedReply, TestResult, TestRun } from "@servicechat/operations";
import type { Output } from "../output/print.ts";

interface Printed {
  readonly verbose?: boolean;
  /** Compared with an earlier run. */
  readonly compared?: readonly ComparedTest[] | undefined;
}

/** Prints the result of each test: first those that flipped, and what was said in those that failed. */
export function printTestRun(
  output: Output,
  { agent, version, model, results }: TestRun,
  { verbose = false, compared }: Printed,
): void {
  const which = version === null ? "draft" : `version ${version}`;
  output.line(`Agent '${agent}', ${which}, ${model}\n`);
  const known = compared ?? results.map((after) => ({ flip: "same" as const, before: null, after }));
  for (const { flip, before, after } of known) {
    printResult(output, after, { flip, isOpen: verbose || !after.passed });
    if (before && flip !== "same") printBefore(output, before);
  }
  const passed = results.filter((result) => result.passed).length;
  output.line(`\n${passed} of ${results.length} tests passed.`);
  if (compared) output.line(flipText(compared));
}

const marks = { broken: "BROKEN", fixed: "fixed ", new: "new   ", same: undefined } as const;

function printResult(
  output: Output,
  { name, passed, faults, doubts, runs, passes, replies }: TestResult,
  { flip, isOpen }: { readonly flip: ComparedTest["flip"]; readonly isOpen: boolean },
): void {
  const often = runs > 1 ? `  (${passes} of ${runs} runs passed)` : "";
  output.line(`${marks[flip] ?? (passed ? "ok    " : "FAILED")}  ${name}${often}`);
  for (const fault of faults) output.line(`          ${fault}`);
  for (const doubt of doubts) output.line(`          in doubt: ${doubt}`);
  if (isOpen) for (const reply of replies) printReply(output, reply);
}

function printBefore(output: Output, { faults, replies }: TestResult): void {
  output.line(`          before${faults.length > 0 ? `, when it failed: ${faults.join("; ")}` : ":"}`);
  for (const reply of replies) printReply(output, reply);
}

function printReply(output: Output, { said, text, asks }: TestedReply): void {
  output.line(indented(said, "          > "));
  for (const part of [text, asks]) if (part.trim() !== "") output.line(indented(part, "          | "));
}

function flipText(compared: readonly ComparedTest[]): string {
  const counts = (["broken", "fixed", "new"] as const).map(
    (kind) => `${compared.filter(({ flip }) => flip === kind).length} ${kind}`,
  );
  return `Compared with the baseline: ${counts.join(", ")}.`;
}

const indented = (text: string, by: string) => text.trim().replace(/^/gm, by);
