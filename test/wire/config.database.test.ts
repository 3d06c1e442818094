import { describe, expect, test } from "vitest";
import { startService, shop } from "../support/start-service.ts";

describe("GET /chat-bot/config", () => {
  test("returns the branding and feature flags of the key's agent, and nothing else", async () => {
    await using service = await startService({
      agent: {
        instructions: "SECRET-INSTRUCTIONS",
        tools: ["AskUserQuestion"],
        actions: [
          { id: "a", label: "A", kind: "prompt", prompt: "SECRET-PROMPT", adminOnly: true },
          { id: "b", label: "B", kind: "prompt", prompt: "b", hideInChat: true },
        ],
      },
    });

    const response = await service.fetch("/chat-bot/config");

    expect(response.status).toBe(200);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({
      agent: { name: "Acme Support", welcomeMessage: "Hi! How can we help?" },
      branding: {
        primaryColor: "#0f766e",
        logo: null,
        position: "bottom-right",
        attribution: true,
        style: "windowed",
      },
      features: { actions: false, askUserQuestion: true },
    });
    expect(text).not.toContain("SECRET");
  });

  test("returns what is configured unchanged, and null if there is no welcome message", async () => {
    const branding = {
      primaryColor: "#0a0",
      logo: "https://acme.example/logo.png",
      bubbleImage: "https://acme.example/face.png",
      position: "middle-left",
      attribution: false,
      style: "floating",
    };
    await using service = await startService({ agent: { name: "Ünna", welcomeMessage: null, branding } });
    expect(await (await service.fetch("/chat-bot/config")).json()).toEqual({
      agent: { name: "Ünna", welcomeMessage: null },
      branding,
      features: { actions: false, askUserQuestion: false },
    });
  });

  test("features.actions is true when at least one action is visible to visitors", async () => {
    await using service = await startService({
      agent: { actions: [{ id: "a", label: "A", kind: "link", url: "https://acme.example/" }] },
    });

    const config = (await (await service.fetch("/chat-bot/config")).json()) as {
      features: { actions: boolean };
    };

    expect(config.features.actions).toBe(true);
  });

  test("Promise 23: the configuration may be cached for 60 seconds per key and origin; errors may not be cached", async () => {
    await using service = await startService();

    const good = await service.fetch("/chat-bot/config");
    const refused = await service.fetch("/chat-bot/config", { headers: { Origin: "https://evil.example" } });

    expect(good.headers.get("Cache-Control")).toBe("public, max-age=60");
    expect(good.headers.get("Vary")).toBe("Authorization, Origin");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("Cache-Control")).toBe("no-store");
  });

  test("an unchanged configuration is answered with 304", async () => {
    await using service = await startService();

    const first = await service.fetch("/chat-bot/config");
    const again = await service.fetch("/chat-bot/config", {
      headers: { "If-None-Match": first.headers.get("ETag") ?? "" },
    });

    expect(again.status).toBe(304);
    expect(again.headers.get("Cache-Control")).toBe("public, max-age=60");
    expect(await again.text()).toBe("");
  });

  test("a tag that a proxy weakened, a list of tags and * are answered with 304 too, another tag is not", async () => {
    await using service = await startService();
    const tag = (await service.fetch("/chat-bot/config")).headers.get("ETag") ?? "";
    const asked = async (known: string) =>
      (await service.fetch("/chat-bot/config", { headers: { "If-None-Match": known } })).status;
    for (const known of [`W/${tag}`, `"other", ${tag}`, `"other",W/${tag}`, "*"])
      expect([known, await asked(known)]).toEqual([known, 304]);
    for (const known of ['"other"', `W/"other"`, tag.replaceAll('"', ""), ""])
      expect([known, await asked(known)]).toEqual([known, 200]);
  });

  test("a changed agent is served from the next request on", async () => {
    await using service = await startService();
    await service.fetch("/chat-bot/config");
    const agent = await service.storage.agents.find("acme-support");
    if (!agent) throw new Error("the agent is gone");

    await service.storage.agents.put({
      ...agent,
      definition: { ...agent.definition, name: "New name" },
      at: Date.now(),
    });

    const config = (await (await service.fetch("/chat-bot/config")).json()) as { agent: { name: string } };
    expect(config.agent.name).toBe("New name");
  });

  test("every 200 response to a real origin contains an embed ticket for that key and origin", async () => {
    await using service = await startService();

    const response = await service.fetch("/chat-bot/config");

    const [payload = ""] = (response.headers.get("X-Embed-Ticket") ?? "").split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    expect(Object.keys(claims)).toEqual(["v", "k", "o", "x"]);
    expect(claims).toMatchObject({ v: 1, k: service.keyId, o: shop });
    expect(Number(claims["x"]) - Date.now() / 1000).toBeGreaterThan(86_000);
  });
});
