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

/** Sends text in the place of a turn, and returns the open answer. */
export const replace = (service: TestService, text: string, options: Replacement): Promise<Response> =>
  postBlocks(service, [textBlock(text)], options);

/** The id of what the visitor said last. */
export async function lastSaid(service: TestService, token: string): Promise<string> {
  return (await history(service, token)).findLast(({ role }) => role === "user")?.id ?? "";
}

/** Status and code of a refusal. */
export async function refusal(answer: Response): Promise<string> {
  const { code } = (await answer.json()) as Problem;
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
  return `${answer.status} ${code}`;
}

/** How everything is refused that cannot be replaced. */
export const notReplaceable = "409 not_replaceable";

/** What a model was told, in order. */
export const said = (
  { messages }: ModelAsk | { readonly messages: [] } = { messages: [] },
): readonly string[] => messages.map(({ content }) => String(content));

/** What the model was told last. */
export const lastAsk = ({ model }: TestService): readonly string[] => said(model.asked.at(-1));
