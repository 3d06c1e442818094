import type { Transcript } from "@servicechat/contract/admin";
import type { Api } from "../api/create-api.ts";

/** Reads a chat with all of its entries, in as many requests as necessary. */
export async function readTranscript(api: Api, id: string, signal: AbortSignal): Promise<Transcript> {
  const path = `chats/${encodeURIComponent(id)}`;
  let read = await api.get<Transcript>(path, { limit: 200 }, signal);
  while (read.next !== null) {
    const more = await api.get<Transcript>(path, { limit: 200, after: read.next }, signal);
    read = { ...more, entries: [...read.entries, ...more.entries] };
  }
  return read;
}
