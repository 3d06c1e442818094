import { inspect } from "node:util";
import { expect } from "vitest";
import { failures } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { apiKey } from "./failing-provider.ts";
import type { TestService } from "./start-service.ts";
import { history } from "./visitor.ts";
import type { HeardReply } from "./visitor.ts";

/** How a reply to "hello" must have failed. */
interface ExpectedFailure {
  readonly code: FailureCode;
  readonly retryable: boolean;
  /** The text that the visitor had received until then. */
  readonly text?: string;
  /** How many silent retries there were. */
  readonly retries: number;
}

/**
 * Expects that a reply failed correctly: one `error` event with the sentence of its code, question and text kept in
 * history, one line in the log that names the failure, and no secret anywhere.
 */
export async function expectFailure(
  service: TestService,
  reply: HeardReply,
  { code, retryable, text = "", retries }: ExpectedFailure,
): Promise<void> {
  expectError(reply, code, retryable);
  expect(reply.text).toBe(text);
  expect(await history(service, reply.token)).toMatchObject([
    { role: "user", content: "hello", status: "complete" },
    { role: "assistant", content: text, status: code === "reply_cut" ? "incomplete" : "failed" },
  ]);

  const isForOperator = code === "model_refused";
  expect(loggedFailures(service)).toMatchObject([
    { level: isForOperator ? "error" : "warn", detail: { code, agentId: "acme-support" } },
  ]);
  expect(service.logged.filter(({ level }) => level === "error")).toHaveLength(isForOperator ? 1 : 0);
  expect(service.logged.filter(({ message }) => message === "asking the model again")).toHaveLength(retries);
  await expectDiscreet(service, reply);
}

/** The stream ends with this failure's own message, and with nothing else. */
export function expectError({ events }: HeardReply, code: FailureCode, retryable: boolean): void {
  const { message } = failures[code];
  expect(events.at(-1)).toMatchObject({ event: "error" });
  expect(events.at(-1)?.data).toEqual({ code, retryable, message });
  expect(events.filter(({ event }) => event === "done" || event === "error")).toHaveLength(1);
}

/** The reason of the one failed reply in the operator's log. */
export function loggedReason(service: TestService): string {
  const [line] = loggedFailures(service);
  return inspect(line?.detail, { depth: Infinity });
}

function loggedFailures({ logged }: TestService) {
  return logged.filter(({ message }) => message === "a reply failed");
}

/** Neither the provider's words nor its address are in what visitors can read, and no key or token is in the log. */
export async function expectDiscreet(service: TestService, reply: HeardReply): Promise<void> {
  const seen = JSON.stringify([
    [...reply.response.headers],
    reply.events,
    await history(service, reply.token),
  ]);
  const agent = await service.storage.agents.find("acme-support");
  const model = agent?.definition.model;
  if (!model || !("baseUrl" in model)) throw new Error("no provider");
  const { host, hostname, port } = new URL(model.baseUrl);
  for (const secret of ["internal.example", "account Q-4711", apiKey, host, hostname, `:${port || "443"}`])
    expect(seen).not.toContain(secret);
  const log = inspect(service.logged, { depth: Infinity, maxStringLength: Infinity });
  for (const secret of [apiKey, service.key, reply.token]) expect(log).not.toContain(secret);
}
