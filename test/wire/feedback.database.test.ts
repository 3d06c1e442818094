import { failures } from "@servicechat/contract";
import type { FailureCode, Problem } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { readMetrics } from "../support/read-metrics.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, history, post } from "../support/visitor.ts";

/** Rates a reply. */
function rate(service: TestService, body: unknown, token?: string): Promise<Response> {
  return service.fetch("/chat-bot/feedback", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { "X-Session-Token": token }) },
    body: JSON.stringify(body),
  });
}

async function expectRefusal(answer: Response, code: FailureCode): Promise<Problem> {
  const problem = (await answer.json()) as Problem;
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
  expect({ status: answer.status, code: problem.code }).toEqual({ status: failures[code].status, code });
  return problem;
}

describe("POST /chat-bot/feedback", () => {
  test("stores the rating of a reply, the last one completely, and shows it in the history; null removes it", async () => {
    await using service = await startService();
    const { token } = await ask(service, "First question");
    await ask(service, "Second question", { token });
    const [, , , reply] = await history(service, token);
    const messageId = reply?.id;
    const feedbacks = async () => (await history(service, token)).map((message) => message.feedback);

    const said = await rate(
      service,
      { messageId, rating: "down", comment: "  Wrong \ud800 order.\n" },
      token,
    );
    expect(said.status).toBe(204);
    expect(await said.text()).toBe("");
    expect(said.headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
    expect(said.headers.get("RateLimit")).toMatch(/^"key";r=\d+;t=\d+$/);
    expect(said.headers.get("Cache-Control")).toBe("no-store");
    const down = { rating: "down", comment: "Wrong \ufffd order." };
    expect(await feedbacks()).toEqual([undefined, undefined, undefined, down]);

    for (let again = 0; again < 2; again++) {
      expect((await rate(service, { messageId, rating: "up", comment: " ", extra: 1 }, token)).status).toBe(
        204,
      );
      expect(await feedbacks()).toEqual([undefined, undefined, undefined, { rating: "up" }]);
    }
    expect((await rate(service, { messageId, rating: null }, token)).status).toBe(204);
    expect(await feedbacks()).toEqual([undefined, undefined, undefined, undefined]);

    const page = await readMetrics(service);
    expect(page.above0("servicechat_feedback_total")).toEqual({
      'rating="down"': 1,
      'rating="up"': 2,
      'rating="none"': 1,
    });
    expect(JSON.stringify(service.logged)).not.toContain("Wrong");
  });

  test("refuses in the order of every endpoint, and stores nothing that it refused", async () => {
    const go = Promise.withResolvers<void>();
    await using service = await startService({
      script: ({ messages }) =>
        JSON.stringify(messages).includes("slowly") ? ["one", { until: go.promise }] : ["one"],
    });
    const { token } = await ask(service, "Hello");
    const other = await ask(service, "Hello from somebody else");
    const [asked, reply] = await history(service, token);
    const up = { messageId: reply?.id, rating: "up" };

    const preflight = await service.fetch("/chat-bot/feedback", { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    const got = await service.fetch("/chat-bot/feedback");
    await expectRefusal(got, "method_not_allowed");
    expect(got.headers.get("Allow")).toBe("POST, OPTIONS");
    for (const [body, field] of [
      [{ rating: "up" }, "messageId"],
      [{ messageId: "", rating: "up" }, "messageId"],
      [{ messageId: reply?.id }, "rating"],
      [{ messageId: reply?.id, rating: "sideways" }, "rating"],
      [{ ...up, comment: "x".repeat(2001) }, "comment"],
      [{ ...up, comment: null }, "comment"],
    ] as const)
      expect((await expectRefusal(await rate(service, body), "malformed_request")).detail).toContain(field);
    await expectRefusal(await rate(service, up), "session_not_found");
    await expectRefusal(await rate(service, up, `st_${"A".repeat(43)}`), "session_not_found");
    await expectRefusal(await rate(service, up, other.token), "reply_not_found");
    const ownId = reply?.id.replace("msg_", "");
    for (const messageId of [asked?.id, `rep_${ownId}`, ownId, `MSG_${ownId}`, `msg_rep_${ownId}`])
      await expectRefusal(await rate(service, { ...up, messageId }, token), "reply_not_found");

    const running = await post(service, "Answer slowly", { token });
    await expect.poll(async () => (await history(service, token)).length).toBe(4);
    const last = (await history(service, token)).at(-1);
    await expectRefusal(await rate(service, { ...up, messageId: last?.id }, token), "reply_not_found");
    go.resolve();
    await running.text();

    expect((await history(service, token)).filter((message) => "feedback" in message)).toEqual([]);
    expect(await service.storage.feedback.listRated({ limit: 9 })).toEqual([]);
    expect((await rate(service, { ...up, comment: "x".repeat(2000) }, token)).status).toBe(204);
  });

  test("is named by the agent view only if the agent file does; if that disables it, the path does not exist", async () => {
    await using usual = await startService();
    expect(await (await usual.fetch("/chat-bot/agent")).json()).toEqual({
      id: "acme-support",
      name: "Acme Support",
      actions: [],
    });
    await using service = await startService({ agent: { feedback: true } });
    expect(await (await service.fetch("/chat-bot/agent")).json()).toMatchObject({ feedback: true });

    await using silent = await startService({ agent: { feedback: false } });
    expect(await (await silent.fetch("/chat-bot/agent")).json()).not.toHaveProperty("feedback");
    const { token } = await ask(silent, "Hello");
    const [, reply] = await history(silent, token);
    const refused = await rate(silent, { messageId: reply?.id, rating: "up" }, token);
    await expectRefusal(refused, "not_found");
  });
});
