import type { Attachment } from "@servicechat/agent";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { FileRecord, FileStore, RecentTurn } from "@servicechat/storage";

/** Images that a model is shown at once, the newest first, and what they may come to in bytes. */
const max = { images: 8, bytes: 20 * 1024 * 1024 };

const unreadable = "(nothing of this file could be read)";
const unseen = "(an image, which nobody here looks at)";
const leftOut = "(this image is left out: too many came after it)";

/** The attachments of a turn's messages, for the model. */
export type AttachmentsOf = (turn: RecentTurn) => readonly Attachment[];

interface Dependencies {
  readonly sessionId: string;
  readonly files: FileStore;
  /** Where none of its models looks at images, they are named and not read. */
  readonly agent: Pick<AgentDefinition, "model" | "fallbackModels">;
}

/** Loads what the files of turns say and show. Those that were erased meanwhile are passed over. */
export async function loadAttachments(
  turns: readonly RecentTurn[],
  { sessionId, files, agent }: Dependencies,
): Promise<AttachmentsOf> {
  const records = await files.find({ sessionId, ids: turns.flatMap(filesOf) });
  const known = new Map(records.map((record) => [record.id, record]));
  const attachments = new Map<string, Attachment>();
  const seesImages = [agent.model, ...agent.fallbackModels].some(({ provider }) => provider !== "extractive");
  let [images, bytes] = [0, 0];

  async function attach(file: FileRecord): Promise<Attachment | undefined> {
    const { id, name, mediaType, width, height } = file;
    if (!mediaType.startsWith("image/")) return { kind: "text", name, text: file.text ?? unreadable };
    if (!seesImages) return { kind: "text", name, text: unseen };
    if (images + 1 > max.images || bytes + file.size > max.bytes)
      return { kind: "text", name, text: leftOut };
    const stored = await files.read({ sessionId, id });
    if (!stored) return undefined;
    images += 1;
    bytes += file.size;
    const sides = width !== null && height !== null ? { width, height } : {};
    return { kind: "image", name, mediaType, bytes: stored.bytes, ...sides };
  }

  for (const id of turns.flatMap(filesOf).toReversed()) {
    const file = known.get(id);
    const attachment = file && (await attach(file));
    if (attachment) attachments.set(id, attachment);
  }
  return (turn) =>
    filesOf(turn).flatMap((id) => {
      const attachment = attachments.get(id);
      return attachment ? [attachment] : [];
    });
}

function filesOf({ messages }: RecentTurn): readonly string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "file" ? [part.uploadId] : [])),
  );
}
