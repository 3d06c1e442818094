import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createModelOpener } from "../src/models/open-model.ts";
import { defaultLimits } from "../src/limits.ts";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { Agent as KeepAliveAgent } from "undici";
import { recording, refusal, startModelServer } from "./model-server.ts";

const image = {
  kind: "image" as const,
  name: "lamp.png",
  mediaType: "image/png",
  bytes: Uint8Array.from([1, 2, 3]),
};
const tokens = { maxOutputTokens: 100, contextTokens: 10_000 };
const sdk = import.meta.resolve("@ai-sdk/openai-compatible");

/** A service with one model: each reply opens it again. */
async function openService(provider: string, url: string) {
  const logged: string[] = [];
  const log = (_: object, message: string) => void logged.push(message);
  const dispatcher = new KeepAliveAgent();
  const openModel = createModelOpener({
    sources: { environment: {} },
    dispatcher,
    limits: defaultLimits,
    log: { warn: log, error: log },
  });
  const folder = mkdtempSync(join(tmpdir(), "images-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, "model.mjs"),
    `import { createOpenAICompatible } from ${JSON.stringify(sdk)};
     export default createOpenAICompatible({ name: "acme", baseURL: ${JSON.stringify(url)} })("m");`,
  );
  const named = provider === "ai-sdk" ? { module: "./model.mjs" } : { baseUrl: url, name: "m" };
  const definition = { provider, ...named, ...tokens } as unknown as ModelDefinition;
  return {
    logged,
    openReply() {
      const opened = openModel(definition, { agents: null, baseDirectory: folder });
      return async () =>
        (await opened).speak(
          {
            instructions: "",
            messages: [{ role: "user", text: "What is it?", attachments: [image] }],
            tools: [],
            maxOutputTokens: 100,
            signal: new AbortController().signal,
          },
          () => undefined,
        );
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

const providers = [
  ["openai", "openai-text"],
  ["openai-responses", "responses-text"],
  ["anthropic", "anthropic-text"],
  ["ai-sdk", "openai-text"],
] as const;

test.each(providers)("%s: one broken image takes sight from its own reply only", async (provider, stream) => {
  const broken = refusal(400, {
    type: "invalid_request_error",
    message: "You uploaded an unsupported image. Please make sure your image is valid.",
  });
  await using server = await startModelServer(broken, { body: recording(stream) });
  await using service = await openService(provider, server.url);
  const speak = service.openReply();
  await speak();
  await speak();
  await service.openReply()();

  const [refused, again, nextRound, nextReply] = server.requests.map(({ text }) => text);
  for (const text of [refused, nextReply]) expect(text).toContain("AQID");
  for (const text of [again, nextRound]) {
    expect(text).not.toContain("AQID");
    expect(text).toContain("could not be shown to you");
  }
  expect(service.logged).toEqual(["a model refused images: trying again without them"]);
});

test.each(providers)("%s: a model that sees nothing is asked with images once", async (provider, stream) => {
  const blind = refusal(400, {
    type: "invalid_request_error",
    message: "This model does not support image input.",
  });
  await using server = await startModelServer(blind, { body: recording(stream) });
  await using service = await openService(provider, server.url);
  await service.openReply()();
  await service.openReply()();

  expect(server.requests.map(({ text }) => text.includes("AQID"))).toEqual([true, false, false]);
  expect(server.requests[2]?.text).toContain("an image, which you cannot see");
  expect(service.logged.at(-1)).toContain("does not accept images");
});

test.each([
  ["Invalid content type. image_url is only supported by certain models.", true],
  ["image input is not supported - hint: you may need to provide the mmproj", true],
  ["messages[1].content must be a string", true],
  ["unknown variant `image_url`, expected `text`", true],
  ["No endpoints found that support image input", true],
  ["some-model is not a multimodal model", true],
  [
    "messages.0.content.0.image.source.base64: image exceeds 5 MB maximum: 6500712 bytes > 5242880 bytes",
    false,
  ],
  ["At least one of the image dimensions exceed max allowed size: 8000 pixels", false],
  ["Could not process image", false],
  ["The image data you provided does not represent a valid image.", false],
  ["This image format is not supported.", false],
  ["At most 1 image(s) may be provided in one request.", false],
])("what a server says of images tells whether the model sees at all: %s", async (message, isBlind) => {
  await using server = await startModelServer(refusal(400, { type: "invalid_request_error", message }), {
    body: recording("openai-text"),
  });
  await using service = await openService("openai", server.url);
  await service.openReply()();
  await service.openReply()();
  expect(server.requests[2]?.text.includes("AQID")).toBe(!isBlind);
});

test("a model is not taken for blind when it refuses the request without images too", async () => {
  const refused = refusal(400, { message: "vision and all else is not supported for you" });
  await using server = await startModelServer(refused);
  await using service = await openService("openai-responses", server.url);
  await expect(service.openReply()()).rejects.toThrow("status 400");
  await expect(service.openReply()()).rejects.toThrow("status 400");
  expect(server.requests.map(({ text }) => text.includes("AQID"))).toEqual([true, false, true, false]);
});
