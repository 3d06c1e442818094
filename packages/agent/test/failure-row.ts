import { expect } from "vitest";
import { failures } from "@servicechat/contract";
import { askAgent } from "./ask-agent.ts";
import { startModelServer } from "./model-server.ts";
import type { Scripted } from "./model-server.ts";

/** One row of the table of provider failures: which code the visitor's error has, whether it is retryable, and how often the provider was asked. */
export interface Row {
  readonly script: Scripted;
  readonly provider?: "anthropic" | "openai-responses";
  readonly code: keyof typeof failures;
  readonly retryable: boolean;
  readonly asked: number;
}

export const passing = { code: "model_unavailable", retryable: true, asked: 3 } as const;
export const lasting = { code: "model_refused", retryable: false, asked: 1 } as const;
export const cut = { code: "reply_cut", retryable: true, asked: 3 } as const;
export const declined = { code: "model_declined", retryable: false, asked: 1 } as const;

/** The row holds, and what was said before the failure is kept. */
export async function expectRow({ script, provider, code, retryable, asked }: Row): Promise<void> {
  await using server = await startModelServer(script);

  const { outcome, events, logged, text } = await askAgent({
    url: server.url,
    ...(provider && { provider }),
  });

  expect(outcome.failure).toBe(code);
  expect(failures[code].retryable).toBe(retryable);
  expect(server.requests).toHaveLength(asked);
  expect(outcome.transcript.map((entry) => entry.role === "assistant" && entry.text).join("")).toBe(text);
  expect(logged.at(-1)?.level).toBe(code === "model_refused" ? "error" : "warn");
  expect(events.every((event) => event.type === "text")).toBe(true);
}
