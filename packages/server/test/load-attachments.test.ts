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

test("where no model looks at images, none is read", async () => {
  const { read, parts } = open();
  const attachmentsOf = await loadAttachments([turn], { ...parts, agent: agentOf("extractive") });
  expect(read).not.toHaveBeenCalled();
  expect(attachmentsOf(turn)).toMatchObject([{ kind: "text", name: "lamp.png" }]);
});
