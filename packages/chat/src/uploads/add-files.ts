import type { Signal } from "@preact/signals";
import { ClientError } from "@servicechat/client";
import { maxFiles } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import { enControls } from "../words/en-controls.ts";
import { failureText, withWords } from "../words/service-words.ts";
import type { ControlWords, Words } from "../words/words.ts";
import { isUnderway, type Attachment } from "./attachment.ts";
import { fetchWithProgress } from "./fetch-with-progress.ts";
import { kindNames, mediaTypeOf } from "./file-kinds.ts";
import { fileSize } from "./file-size.ts";
import { isPicture } from "./is-picture.ts";
import type { TaskLine } from "./task-line.ts";

/** Where chosen files go. */
interface AddParts {
  readonly chat: Pick<Chat, "agent" | "conversation" | "upload">;
  readonly words: Words;
  readonly attachments: Signal<readonly Attachment[]>;
  /** Where the bytes of sent images lie in this browser, by upload. */
  readonly previews: Map<string, string>;
  /** One after the other, so that the first opens the session which the others belong to. */
  readonly uploadLine: TaskLine;
}

/** Takes files along for the next message and hands each to the service. One that cannot go along says why. */
export function addFiles(parts: AddParts, files: Iterable<File>): void {
  for (const file of files) addFile(parts, file);
}

function addFile(parts: AddParts, source: File): void {
  const { chat, words, attachments, previews, uploadLine } = parts;
  const life = new AbortController();
  const mediaType = mediaTypeOf(source);
  const fault = faultOf(source, mediaType, parts);
  const key = uploadLine.nextKey();
  let preview: string | undefined;
  const change = (changes: Partial<Attachment>): void => {
    attachments.value = attachments.value.map((each) => (each.key === key ? { ...each, ...changes } : each));
  };
  function forgetPreview(): void {
    if (preview) URL.revokeObjectURL(preview);
    preview = undefined;
  }
  function remove(): void {
    life.abort();
    const uploadId = attachments.value.find((each) => each.key === key)?.file?.uploadId;
    attachments.value = attachments.value.filter((each) => each.key !== key);
    // What was given back after a failed sending still stands in the conversation.
    if (uploadId && isShown(chat, uploadId)) return;
    forgetPreview();
    if (uploadId) previews.delete(uploadId);
  }
  /** What is named like an image may be none. */
  async function show(): Promise<void> {
    const image = new Image();
    image.src = preview = URL.createObjectURL(new Blob([source], { type: mediaType }));
    await new Promise((resolve) => (image.onload = image.onerror = resolve));
    if (image.width) change({ preview });
    else forgetPreview();
  }
  function queue(): void {
    change({ sent: 0, fault: undefined, again: undefined });
    uploadLine.add(send, isPicture(mediaType) ? show() : undefined);
  }
  /** Meanwhile others may have taken its place. */
  function again(): void {
    const full = fullFault(parts);
    if (full) change({ fault: full });
    else queue();
  }
  async function send(): Promise<void> {
    if (life.signal.aborted) return;
    try {
      const fetch = fetchWithProgress((sent) => change({ sent }));
      const file = await chat.upload(source, { signal: life.signal, fetch });
      if (preview) previews.set(file.uploadId, preview);
      change({ file });
    } catch (error) {
      forgetPreview();
      change({ fault: sentenceFor(error, withWords(enControls, words)), ...(mayWork(error) && { again }) });
    }
  }
  const { name, size } = source;
  attachments.value = [...attachments.value, { key, name, size, sent: 0, fault, remove }];
  if (!fault) queue();
}

const isShown = ({ conversation }: Pick<Chat, "conversation">, uploadId: string): boolean =>
  conversation.peek().some((entry) => entry.from === "visitor" && entry.file?.uploadId === uploadId);

/** Whether another try may go better. */
const mayWork = (error: unknown): boolean =>
  !(error instanceof ClientError) || error.lost || error.retryable || error.status >= 500;

function faultOf(
  { size }: File,
  mediaType: string,
  parts: Pick<AddParts, "chat" | "words" | "attachments">,
): string | undefined {
  const words = withWords(enControls, parts.words);
  const { types, maxBytes } = parts.chat.agent.peek()?.uploads ?? { types: [], maxBytes: 0 };
  if (!types.includes(mediaType)) return words.fileKind(kindNames(types));
  if (size > maxBytes) return words.fileTooLarge(fileSize(maxBytes, words.lang));
  if (size === 0) return words.fileEmpty;
  return fullFault(parts);
}

/** Says that no other file can go along, when what would be sent is as many as may be. */
function fullFault({ words, attachments }: Pick<AddParts, "words" | "attachments">): string | undefined {
  const going = attachments.peek().filter((each) => each.file ?? isUnderway(each)).length;
  return going >= maxFiles ? withWords(enControls, words).filesTooMany(maxFiles) : undefined;
}

function sentenceFor(error: unknown, words: ControlWords): string {
  if (!(error instanceof ClientError) || error.code === "unexpected_answer") return words.fileFailed;
  return error.lost ? words.lost : failureText(error.code, error.message, words);
}
