import { failures } from "@servicechat/contract";
import type { FailureCode, Problem } from "@servicechat/contract";
import { problemSchema } from "@servicechat/contract/schemas";
import { readJson } from "./conversation.ts";
import { must, mustBe } from "./expect.ts";
import type { Exchange } from "./visitor.ts";

/** The problem document of a response; `undefined` if it has none of the right shape. */
export function readProblem({ text }: Exchange): Problem | undefined {
  return problemSchema.safeParse(readJson(text)).data;
}

/** @throws Mismatch unless the response has this status */
export function mustAnswer(exchange: Exchange, ...statuses: readonly number[]): void {
  const { name, status, text } = exchange;
  const asked = `${name}${exchange.ask.body === undefined ? "" : " with its body"}`;
  must(statuses.includes(status), `${asked} to answer ${statuses.join(" or ")}`, `${status} ${text}`.trim());
}

/** @throws Mismatch unless the response is the failure with this code and its status */
export function mustRefuse(exchange: Exchange, code: FailureCode): void {
  mustAnswer(exchange, failures[code].status);
  mustBe(`the code of ${exchange.name}`, readProblem(exchange)?.code, code);
}
