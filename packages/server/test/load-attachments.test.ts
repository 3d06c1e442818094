import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { FileRecord, FileStore, TurnRecord } from "@servicechat/storage";
import { expect, test, vi } from "vitest";
import { loadAttachments } from "../src/files/load-attachments.ts";

const lamp = {
  id: "upload_1",
  kind: "upload",
  name: "lamp.png",
  mediaType: "image/png",
  size: 3,
  width: 20,
  height: 10,
} as FileRecord;
const turn = {
  messages: [{ parts: [{ type: "file", uploadId: lamp.id }] }],
} as unknown as TurnRecord;

function agentOf(provider: string, ...fallback: readonly string[]): AgentDefinition {
  return {
    model: { provider },
    fallbackModels: fallback.map((each) => ({ provider: each })),
  } as unknown as AgentDefinition;
}

function open() {
  const read = vi.fn(async () => ({ ...lamp, bytes: Uint8Array.of(1, 2, 3) }));
  const files = { find: async () => [lamp], read } as unknown as FileStore;
  return { read, parts: { sessionId: "s", files } };
}

test("an image is handed on with its bytes and sides", async () => {
  const { parts } = open();
  const attachmentsOf = await loadAttachments([turn], {
    ...parts,
    agent: agentOf("extractive", "anthropic"),
  });
  const { name, mediaType } = lamp;
  expect(attachmentsOf(turn)).toEqual([
    { kind: "image", name, mediaType, bytes: Uint8Array.of(1, 2, 3), width: 20, height: 10 },
  ]);
});

test("where no model looks at images, none is read, and its name stands for it", async () => {
  const { read, parts } = open();
  const attachmentsOf = await loadAttachments([turn], { ...parts, agent: agentOf("extractive") });
  expect(read).not.toHaveBeenCalled();
  expect(attachmentsOf(turn)).toEqual([
    { kind: "text", name: "lamp.png", text: "(an image, which nobody here looks at)" },
  ]);
});

/** A chat of one turn for each image of this many bytes, the oldest first. */
async function show(sizes: readonly number[]): Promise<readonly (string | undefined)[]> {
  const records = sizes.map((size, index) => ({ ...lamp, id: `upload_${index}`, size }));
  const read = async ({ id }: { readonly id: string }) => ({ ...lamp, id, bytes: Uint8Array.of(1) });
  const files = { find: async () => records, read } as unknown as FileStore;
  const turns = records.map(
    ({ id }) => ({ messages: [{ parts: [{ type: "file", uploadId: id }] }] }) as unknown as TurnRecord,
  );
  const attachmentsOf = await loadAttachments(turns, {
    sessionId: "s",
    files,
    agent: agentOf("openai"),
  });
  return turns.flatMap((each) =>
    attachmentsOf(each).map((attachment) => (attachment.kind === "text" ? attachment.text : "shown")),
  );
}

const leftOut = "(this image is left out: too many came after it)";

test("a model is shown eight images, the newest, and told of the others", async () => {
  const newest = Array.from({ length: 8 }, () => "shown");
  expect(await show(Array.from({ length: 10 }, () => 3))).toEqual([leftOut, leftOut, ...newest]);
});

test("images that a model is shown come to 20 MB at most, and a smaller one before them may still fit", async () => {
  const mb = 1024 * 1024;
  expect(await show([8 * mb, 12 * mb, 8 * mb])).toEqual([leftOut, "shown", "shown"]);
  expect(await show([mb, 8 * mb + 1, 12 * mb])).toEqual(["shown", leftOut, "shown"]);
});
