import { describe, expect, test } from "vitest";
import { refusal } from "../support/failing-provider.ts";
import { startModelServer } from "../support/model-server.ts";
import type { ModelScript } from "../support/model-server.ts";
import { readMetrics } from "../support/read-metrics.ts";
import { startService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

describe("the metric for unhealthy agents", () => {
  test("an agent whose provider refuses its key is unhealthy until it completes a reply; a provider that is down is not its fault", async () => {
    let answer: ModelScript = () => ["Hello."];
    await using service = await startService({ script: (asked) => answer(asked) });
    const unhealthy = async () => (await readMetrics(service)).values.get("servicechat_unhealthy_agents");
    expect(await unhealthy()).toBe(0);

    answer = refusal(401);
    await ask(service, "hello");
    await ask(service, "hello again");
    expect(await unhealthy()).toBe(1);
    answer = () => ["Hello."];
    await ask(service, "hello");
    expect(await unhealthy()).toBe(0);

    answer = refusal(503);
    await ask(service, "hello");
    expect(await unhealthy()).toBe(0);
  });

  test("an agent that answers only because a fallback model replaces one with a refused key is unhealthy anyway", async () => {
    let answer: ModelScript = refusal(401);
    await using model = await startModelServer((asked) => answer(asked));
    await using service = await startService({
      agent: {
        model: { provider: "openai", baseUrl: model.baseUrl, name: "first" },
        fallbackModels: [{ provider: "extractive" }],
      },
    });
    const unhealthy = async () => (await readMetrics(service)).values.get("servicechat_unhealthy_agents");

    expect((await ask(service, "hello")).events.at(-1)?.event).toBe("done");
    expect(await unhealthy()).toBe(1);
    answer = () => ["Hello."];
    expect((await ask(service, "hello")).text).toBe("Hello.");
    expect(await unhealthy()).toBe(0);
    answer = () => ({ status: 503, body: "{}", headers: { "Retry-After": "60" } });
    expect((await ask(service, "hello")).events.at(-1)?.event).toBe("done");
    expect(await unhealthy()).toBe(0);
  });
});
