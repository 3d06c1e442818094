import type { Client, UploadOptions } from "@servicechat/client";
import type { FileInfo } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import { isUnknownSession } from "./refusals.ts";
import type { SessionGate } from "./session-gate.ts";

/** How one file is sent: `fetch` may be one that tells of its progress. */
export type SendOptions = Omit<UploadOptions, "token">;

/**
 * Hands one file to the service. The first one opens a session, as a first message does; a session that is gone is
 * replaced by another, as with a message.
 *
 * @throws ClientError, or the signal's reason
 */
export async function sendUpload(
  {
    client,
    token,
    gate,
  }: { readonly client: Client; readonly token: PersistedValue; readonly gate: SessionGate },
  file: File,
  options: SendOptions,
): Promise<FileInfo> {
  const attempt = (kept: string | undefined) => {
    // What was taken away must not bring back a session that the visitor has left.
    options.signal?.throwIfAborted();
    return client.upload(file, { ...options, token: kept });
  };
  return gate.through(token, async () => {
    const kept = token.read();
    const taken = await attempt(kept).catch((error: unknown) => {
      if (kept && isUnknownSession(error)) return attempt(undefined);
      throw error;
    });
    options.signal?.throwIfAborted();
    if (taken.token !== kept) token.write(taken.token);
    const { id, name, mediaType, size } = taken.file;
    return { uploadId: id, name, mediaType, size };
  });
}
