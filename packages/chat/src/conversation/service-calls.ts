import type { Client, UploadOptions } from "@servicechat/client";
import type { FileInfo } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { Chat } from "./chat.ts";
import { withSession, type SessionGate, type StoredSession } from "./session-gate.ts";

type Calls = Pick<Chat, "history" | "rate" | "image" | "upload" | "askForPerson" | "backToAgent">;

/** Requests to the service besides the turns of a chat. */
export interface ServiceCalls extends Calls {
  /** Ends the answer in progress; `unheard` is called if the request does not arrive. */
  readonly stopAnswer: (unheard?: () => void) => void;
}

/** Creates the calls for the chat that is stored at the time of each call. */
export function createServiceCalls(parts: {
  readonly client: Client;
  readonly token: () => PersistedValue | undefined;
  readonly gate: () => SessionGate;
}): ServiceCalls {
  const { client } = parts;
  const kept = (): string => parts.token()?.read() ?? "";
  return {
    history: () => client.history(kept()),
    rate: (feedback) => client.rate(kept(), feedback),
    image: (url) => client.image(url, kept()),

    stopAnswer(unheard = () => {}) {
      if (kept()) client.stop(kept()).catch(unheard);
    },

    async askForPerson(posted) {
      const token = parts.token();
      if (!token) throw new Error("No agent yet.");
      return withSession({ token, gate: parts.gate() }, (given) => client.askForPerson(posted, given));
    },
    backToAgent: () => client.backToAgent(kept()),

    async upload(file, options) {
      const token = parts.token();
      if (!token) throw new Error("No agent yet.");
      return sendUpload({ client, token, gate: parts.gate() }, file, options);
    },
  };
}

/** How one file is sent: `fetch` may be one that reports its progress. */
export type SendOptions = Omit<UploadOptions, "token">;

/**
 * Uploads one file. The first one opens a session, as a first message does; a session that no longer exists is replaced
 * by another, as for a message.
 *
 * @throws ClientError, or the signal's reason
 */
async function sendUpload(
  { client, ...session }: StoredSession & { readonly client: Client },
  file: File,
  options: SendOptions,
): Promise<FileInfo> {
  const taken = await withSession(session, async (token) => {
    // A removed file must not bring back a session that the visitor has left.
    options.signal?.throwIfAborted();
    const answer = await client.upload(file, { ...options, token });
    options.signal?.throwIfAborted();
    return answer;
  });
  const { id, name, mediaType, size } = taken.file;
  return { uploadId: id, name, mediaType, size };
}
