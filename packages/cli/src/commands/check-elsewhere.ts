import { commandLine } from "@servicechat/operations";
import type { AgentChange } from "@servicechat/operations";
import type { CommandOperations } from "../command-operations.ts";
import type { Output } from "../output/print.ts";
import { faultText } from "@servicechat/operations";
import { resultOrThrow, faultyFile } from "./result-or-throw.ts";

/**
 * Has a remote service check an agent file: only that service knows which variables it has and which addresses it may
 * reach.
 *
 * @returns what applying the file would change there
 * @throws CommandError with a line for each fault
 */
export async function checkElsewhere(
  { agents }: Pick<CommandOperations, "agents">,
  { file, text }: { readonly file: string; readonly text: string },
  output: Output,
): Promise<AgentChange> {
  const checked = resultOrThrow(await agents.checkFile(commandLine, { text }));
  if (!checked.valid) throw faultyFile(`${file} was not applied:`, checked.faults);
  for (const sentence of checked.warnings) output.note(`Warning: ${sentence}.`);
  for (const note of checked.notes) output.note(`Note: ${faultText(note)}.`);
  const { id, result, changed } = checked;
  return { id, result, changed };
}
