import { bodyFor } from "./plan.ts";

/** About 750 bytes of answer to a question of a hundred, without delay: only the service's own work is measured. */
const body = bodyFor({ tokens: 60, everyMs: 0, holdMs: 0, padding: "x".repeat(60) });

/** What a page needs to send requests to a service. */
export interface Target {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A visitor that chats without pauses. */
interface ChatVisitor {
  /** Takes turns in a chat, one after the other; without a token it opens one. Resolves to the chat's token. */
  talk(turns: number, token?: string): Promise<string>;
  /** Reads a chat's history. Resolves to the number of messages in it. */
  readHistory(token: string): Promise<number>;
}

/** Creates a visitor of that service. Its methods throw if a response is not as expected. */
export function createChatVisitor({ port, headers }: Target): ChatVisitor {
  const address = `http://127.0.0.1:${port}/chat-bot/`;
  const withToken = (token: string) => ({ ...headers, ...(token !== "" && { "X-Session-Token": token }) });

  return {
    async talk(turns, token = "") {
      let opened = token;
      for (let turn = 0; turn < turns; turn++) {
        const answer = await fetch(address, {
          method: "POST",
          headers: { ...withToken(opened), "Content-Type": "application/json" },
          body,
        });
        const text = await answer.text();
        if (!text.includes("event: done")) throw new Error(`a turn failed: ${text}`);
        opened = answer.headers.get("X-Session-Token") ?? "";
      }
      return opened;
    },
    async readHistory(token) {
      const answer = await fetch(`${address}history`, { headers: withToken(token) });
      const { messages } = (await answer.json()) as { messages: readonly unknown[] };
      return messages.length;
    },
  };
}
