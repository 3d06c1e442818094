import { expect, test } from "vitest";
import { expectFailure, loggedReason } from "../support/expect-failure.ts";
import { refusal, startFailing, steps } from "../support/failing-provider.ts";
import type { ModelStep } from "../support/model-server.ts";
import { onOneNode } from "../support/on-one-node.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";
import type { HeardReply } from "../support/visitor.ts";

const never = new Promise<void>(() => undefined);

/** Asks, and returns how many milliseconds the reply took. */
async function askTimed(service: TestService): Promise<HeardReply & { readonly took: number }> {
  const began = performance.now();
  return { ...(await ask(service, "hello")), took: performance.now() - began };
}

onOneNode("Promise 15: a model that stays silent is retryable within its time limits", (nodes) => {
  test("the timeout for the first word applies three times, whatever comments arrive", async () => {
    function* comments(): Iterable<ModelStep> {
      for (;;) yield* [{ raw: ": still here\n\n" }, { wait: 20 }];
    }
    await using service = await startFailing(comments, { nodes, limits: { firstTokenMs: 1000 } });
    const { took, ...reply } = await askTimed(service);
    await expectFailure(service, reply, { code: "reply_timeout", retryable: true, retries: 2 });
    expect(loggedReason(service)).toContain("no first token within 1000 ms");
    expect(took).toBeGreaterThanOrEqual(3 * 1000);
    expect(service.model.asked).toHaveLength(3);
  });

  test("silence after a word keeps what was written, and is not retried", async () => {
    await using service = await startFailing(steps("half ", "an answer", { until: never }), {
      nodes,
      limits: { idleMs: 150 },
    });
    const reply = await ask(service, "hello");
    await expectFailure(service, reply, {
      code: "reply_timeout",
      retryable: true,
      text: "half an answer",
      retries: 0,
    });
    expect(loggedReason(service)).toContain("nothing more within 150 ms");
    expect(service.model.asked).toHaveLength(1);
  });
});

onOneNode.concurrent("Promise 15: a reply longer than its `replySeconds` is retryable", (nodes) => {
  const limits = { replySeconds: 4 };
  /** Nothing else would end these replies, so only the lower bound needs to be measured. */
  const expectInTime = (took: number) => expect(took).toBeGreaterThanOrEqual(3_950);

  test("while the model keeps writing: the text is kept, and the model is disconnected", async () => {
    const { promise: letGo, resolve } = Promise.withResolvers<void>();
    function* endless(): Iterable<ModelStep> {
      try {
        for (;;) yield* ["word ", { wait: 40 }];
      } finally {
        resolve();
      }
    }
    await using service = await startFailing(endless, { nodes, agent: { limits } });
    const { took, ...reply } = await askTimed(service);
    expectInTime(took);
    expect(reply.text).toMatch(/^(?:word ){20,}$/);
    await expectFailure(service, reply, {
      code: "reply_timeout",
      retryable: true,
      text: reply.text,
      retries: 0,
    });
    expect(loggedReason(service)).toContain("the reply took longer than 4000 ms");
    await letGo;
    expect(service.model.asked).toHaveLength(1);
  });

  test("over all its rounds of tools together: the tools that were used stay in history", async () => {
    let round = 0;
    const script = () => [
      { wait: 1_500 },
      { tool: "search_knowledge", input: { query: `number ${++round}` } },
    ];
    await using service = await startFailing(script, {
      nodes,
      agent: { limits, tools: ["search_knowledge"] },
    });
    const { took, ...reply } = await askTimed(service);
    expectInTime(took);
    await expectFailure(service, reply, { code: "reply_timeout", retryable: true, retries: 0 });
    const tool = { type: "tool", name: "search_knowledge", status: "succeeded" };
    // Three on an idle machine; the last of them is cut off.
    const rounds = service.model.asked.length;
    expect(rounds).toBeGreaterThan(1);
    expect(rounds).toBeLessThanOrEqual(3);
    expect((await history(service, reply.token))[1]?.parts).toMatchObject(Array(rounds - 1).fill(tool));
  });

  test("together with the pauses before its silent retries", async () => {
    let asked = 0;
    await using service = await startFailing(
      (ask) => refusal(429, {}, { "Retry-After": ++asked === 1 ? "3" : "9" })(ask),
      { nodes, agent: { limits } },
    );
    const { took, ...reply } = await askTimed(service);
    expectInTime(took);
    await expectFailure(service, reply, { code: "reply_timeout", retryable: true, retries: 2 });
    expect(service.model.asked).toHaveLength(2);
  });
});

onOneNode.concurrent("Promise 15: a provider that says when to ask again", (nodes) => {
  test("is not called earlier", async () => {
    let asked = 0;
    const busy = refusal(429, {}, { "Retry-After": "1" });
    await using service = await startFailing((ask) => (++asked === 1 ? busy(ask) : ["fine"]), { nodes });
    const { took, ...reply } = await askTimed(service);
    expect(reply.events.map(({ event }) => event)).toEqual(["start", "text", "done"]);
    expect(took).toBeGreaterThanOrEqual(950);
  });

  test("is not waited for if that takes longer than 10 seconds", async () => {
    await using service = await startFailing(refusal(429, {}, { "Retry-After": "11" }), { nodes });
    const reply = await ask(service, "hello");
    await expectFailure(service, reply, { code: "model_unavailable", retryable: true, retries: 0 });
    expect(service.model.asked).toHaveLength(1);
  });
});
