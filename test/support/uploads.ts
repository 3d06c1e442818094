import { postBlocks, textBlock } from "./post-blocks.ts";
import type { PostedBlock } from "./post-blocks.ts";
import type { TestService } from "./start-service.ts";
import { hear, type HeardReply } from "./visitor.ts";

type Fetch = Pick<TestService, "fetch">;

/** One file as a test sends it. */
interface SentFile {
  readonly name?: string;
  readonly bytes: string | Uint8Array;
  /** The type that the browser claims: the service checks it itself. */
  readonly type?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

export interface Uploaded {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

/** Sends a file, as a browser does. */
export function sendFile(service: Fetch, { name = "note.txt", bytes, type, token, headers }: SentFile) {
  const body = new FormData();
  body.set(
    "file",
    new File([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)], name, {
      type: type ?? "application/octet-stream",
    }),
  );
  return service.fetch("/chat-bot/uploads", {
    method: "POST",
    headers: { ...(token !== undefined && { "X-Session-Token": token }), ...headers },
    body,
  });
}

/** The same, for files that are accepted. */
export async function upload(service: Fetch, file: SentFile): Promise<Uploaded & { readonly token: string }> {
  const response = await sendFile(service, file);
  const body = await response.text();
  if (response.status !== 201) throw new Error(`The upload was answered ${response.status}: ${body}`);
  return { ...(JSON.parse(body) as Uploaded), token: response.headers.get("X-Session-Token") ?? "" };
}

export const fileBlock = (uploadId: string): PostedBlock => ({ type: "file", block: { uploadId } });

/** Sends files, with text or without, and reads the reply. */
export async function askWithFiles(
  service: Fetch,
  { token, ids, text }: { readonly token: string; readonly ids: readonly string[]; readonly text?: string },
): Promise<HeardReply> {
  const blocks = [...ids.map(fileBlock), ...(text === undefined ? [] : [textBlock(text)])];
  const response = await postBlocks(service, blocks, { token });
  if (response.status !== 200)
    throw new Error(`Files were answered ${response.status}: ${await response.text()}`);
  return hear(response);
}
