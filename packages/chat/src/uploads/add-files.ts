import type { Signal } from "@preact/signals";
import { ClientError } from "@servicechat/client";
import { maxFiles } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import { enInputControls } from "../words/en-input-controls.ts";
import { failureText, withWords } from "../words/service-words.ts";
import type { InputControlWords, Words } from "../words/words.ts";
import { isUnderway, isPicture, type Attachment, type TaskLine } from "./attachment.ts";
import { kindNames, mediaTypeOf, fileSize } from "./file-kinds.ts";

/** Where selected files are added. */
interface AddFilesDependencies {
  readonly chat: Pick<Chat, "agent" | "conversation" | "upload">;
  readonly words: Words;
  readonly attachments: Signal<readonly Attachment[]>;
  /** The local URLs of sent images, by upload. */
  readonly previews: Map<string, string>;
  /** One after the other, so that the first opens the session to which the others belong. */
  readonly uploadLine: TaskLine;
}

/** Adds files to the next message and uploads each. One that cannot be added says why. */
export function addFiles(dependencies: AddFilesDependencies, files: Iterable<File>): void {
  for (const file of files) addFile(dependencies, file);
}

function addFile(dependencies: AddFilesDependencies, source: File): void {
  const { chat, words, attachments, previews, uploadLine } = dependencies;
  const life = new AbortController();
  const mediaType = mediaTypeOf(source);
  const error = errorOf(source, mediaType, dependencies);
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
    // A file that was returned after a failed message is still in the conversation.
    if (uploadId && isShown(chat, uploadId)) return;
    forgetPreview();
    if (uploadId) previews.delete(uploadId);
  }
  /** A file that is named like an image may not be one. */
  async function show(): Promise<void> {
    const image = new Image();
    image.src = preview = URL.createObjectURL(new Blob([source], { type: mediaType }));
    await new Promise((resolve) => (image.onload = image.onerror = resolve));
    if (image.width) change({ preview });
    else forgetPreview();
  }
  function queue(): void {
    change({ sent: 0, error: undefined, again: undefined });
    uploadLine.add(send, isPicture(mediaType) ? show() : undefined);
  }
  /** Others may have taken its place in the meantime. */
  function again(): void {
    const full = errorIfFull(dependencies);
    if (full) change({ error: full });
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
      change({
        error: sentenceFor(error, withWords(enInputControls, words)),
        ...(mayWork(error) && { again }),
      });
    }
  }
  const { name, size } = source;
  attachments.value = [...attachments.value, { key, name, size, sent: 0, error, remove }];
  if (!error) queue();
}

const isShown = ({ conversation }: Pick<Chat, "conversation">, uploadId: string): boolean =>
  conversation.peek().some((entry) => entry.from === "visitor" && entry.file?.uploadId === uploadId);

/** Whether another attempt may succeed. */
const mayWork = (error: unknown): boolean =>
  !(error instanceof ClientError) || error.lost || error.retryable || error.status >= 500;

function errorOf(
  { size }: File,
  mediaType: string,
  dependencies: Pick<AddFilesDependencies, "chat" | "words" | "attachments">,
): string | undefined {
  const words = withWords(enInputControls, dependencies.words);
  const { types, maxBytes } = dependencies.chat.agent.peek()?.uploads ?? { types: [], maxBytes: 0 };
  if (!types.includes(mediaType)) return words.fileKind(kindNames(types));
  if (size > maxBytes) return words.fileTooLarge(fileSize(maxBytes, words.lang));
  if (size === 0) return words.fileEmpty;
  return errorIfFull(dependencies);
}

/** Says that no other file can be added, if the limit is reached. */
function errorIfFull({
  words,
  attachments,
}: Pick<AddFilesDependencies, "words" | "attachments">): string | undefined {
  const going = attachments.peek().filter((each) => each.file ?? isUnderway(each)).length;
  return going >= maxFiles ? withWords(enInputControls, words).filesTooMany(maxFiles) : undefined;
}

function sentenceFor(error: unknown, words: InputControlWords): string {
  if (!(error instanceof ClientError) || error.code === "unexpected_answer") return words.fileFailed;
  return error.lost ? words.lost : failureText(error.code, error.message, words);
}

/**
 * A `fetch` for one upload that reports how much of it has been sent, from 0 to 1: browsers report that only for
 * XMLHttpRequest. It supports what the client uses: a URL, a method, headers, a body and a signal.
 */
function fetchWithProgress(onProgress: (part: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      // A past event is not dispatched again.
      if (init.signal?.aborted) return reject(init.signal.reason);
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", input instanceof Request ? input.url : input);
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener("progress", ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      );
      request.addEventListener("load", () => resolve(responseOf(request)));
      request.addEventListener("error", () => reject(new TypeError("The upload failed.")));
      request.addEventListener("abort", () => reject(init.signal?.reason));
      init.signal?.addEventListener("abort", () => request.abort());
      request.responseType = "arraybuffer";
      request.send(init.body instanceof FormData ? init.body : null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const { status } = request;
  const body: unknown = request.response;
  // A Response with these statuses must have no body.
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty || !(body instanceof ArrayBuffer) ? null : body, { status, headers });
}
