import type { Client } from "@servicechat/client";
import type { PersistedValue } from "../session/persisted-value.ts";
import type { Chat } from "./chat.ts";
import { inSession } from "./in-session.ts";
import { sendUpload } from "./send-upload.ts";
import type { SessionGate } from "./session-gate.ts";

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
      return inSession({ token, gate: parts.gate() }, (given) => client.askForPerson(posted, given));
    },
    backToAgent: () => client.backToAgent(kept()),

    async upload(file, options) {
      const token = parts.token();
      if (!token) throw new Error("No agent yet.");
      return sendUpload({ client, token, gate: parts.gate() }, file, options);
    },
  };
}
