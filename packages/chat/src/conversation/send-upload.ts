import type { Client, UploadOptions } from "@servicechat/client";
import type { FileInfo } from "@servicechat/contract";
import { inSession, type KeptSession } from "./in-session.ts";

/** How one file is sent: `fetch` may be one that reports its progress. */
export type SendOptions = Omit<UploadOptions, "token">;

/**
 * Uploads one file. The first one opens a session, as a first message does; a session that no longer exists is replaced
 * by another, as for a message.
 *
 * @throws ClientError, or the signal's reason
 */
export async function sendUpload(
  { client, ...session }: KeptSession & { readonly client: Client },
  file: File,
  options: SendOptions,
): Promise<FileInfo> {
  const taken = await inSession(session, async (token) => {
    // A removed file must not bring back a session that the visitor has left.
    options.signal?.throwIfAborted();
    const answer = await client.upload(file, { ...options, token });
    options.signal?.throwIfAborted();
    return answer;
  });
  const { id, name, mediaType, size } = taken.file;
  return { uploadId: id, name, mediaType, size };
}
