import { adminFailures } from "@servicechat/contract/admin";
import type { AdminFailureRow } from "@servicechat/contract/admin";
import { faultText, isRefused } from "@servicechat/operations";
import type { FileFault, Refused } from "@servicechat/operations";
import { CommandError } from "../input/command-error.ts";

/** The result of an operation. @throws CommandError with a sentence for any refusal */
export function resultOrThrow<Result>(result: Result): Exclude<Result, Refused> {
  if (isRefused(result)) refuse(result);
  return result as Exclude<Result, Refused>;
}

/** @throws CommandError with the sentence for a refusal */
export function refuse(refused: Refused): never {
  throw new CommandError(sentenceOf(refused));
}

/** Describes what is wrong with a file, one line for each fault. */
export function faultyFile(beginning: string, faults: readonly FileFault[]): CommandError {
  return new CommandError([beginning, ...faults.map((fault) => `  ${faultText(fault)}`)].join("\n"));
}

/** Says why an operation was refused, and what to do. */
export function sentenceOf(refused: Refused): string {
  if (refused.kind === "input_invalid") {
    const { field, reason, sentence } = refused;
    return sentence ?? (field === undefined ? reason : `The ${field} ${reason}.`);
  }
  const { message, sentence = () => message }: AdminFailureRow = adminFailures[refused.kind];
  const said = sentence(refused as never);
  if ("faults" in refused) return faultyFile(said, refused.faults).message;
  const command = commandFor(refused);
  return command === undefined ? said : `${said} See: servicechat ${command}`;
}

/** The command that lists what exists. */
function commandFor(refused: Refused): string | undefined {
  if (refused.kind === "version_not_found") return `agent versions ${refused.id}`;
  return lists[refused.kind];
}

const lists: { readonly [Kind in Refused["kind"]]?: string } = {
  key_not_found: "key list",
  chat_not_found: "session list",
  gap_not_found: "gap list",
  answer_not_found: "knowledge answers list",
  document_not_found: "knowledge documents",
  operator_not_found: "operator list",
  token_not_found: "token list",
  webhook_not_found: "webhook list",
  delivery_not_found: "webhook log",
  price_not_found: "price list",
  secret_not_found: "secret list",
};
