import { expect } from "vitest";
import type { Problem } from "@servicechat/contract";
import type { ModelAsk } from "./model-server.ts";
import { postBlocks, textBlock } from "./post-blocks.ts";
import type { TestService } from "./start-service.ts";
import { history } from "./visitor.ts";

interface Replacement {
  readonly token?: string;
  readonly replaces: unknown;
  readonly headers?: Record<string, string>;
}

/** Sends text to replace a turn, and returns the open response. */
export const replace = (service: TestService, text: string, options: Replacement): Promise<Response> =>
  postBlocks(service, [textBlock(text)], options);

/** The id of the visitor's last message. */
export async function lastSaid(service: TestService, token: string): Promise<string> {
  return (await history(service, token)).findLast(({ role }) => role === "user")?.id ?? "";
}

/** Status and code of a refusal. */
export async function refusal(answer: Response): Promise<string> {
  const { code } = (await answer.json()) as Problem;
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
  return `${answer.status} ${code}`;
}

/** The refusal for everything that cannot be replaced. */
export const notReplaceable = "409 not_replaceable";

/** A model's input, in order. */
export const said = (
  { messages }: ModelAsk | { readonly messages: [] } = { messages: [] },
): readonly string[] => messages.map(({ content }) => String(content));

/** A model's last input. */
export const lastAsk = ({ model }: TestService): readonly string[] => said(model.asked.at(-1));
