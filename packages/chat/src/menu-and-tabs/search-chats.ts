import type { Client } from "@servicechat/client";
import { cleanText, type HistoryMessage } from "@servicechat/contract";
import { foldText } from "@servicechat/contract/language";
import { isUnknownSession } from "../conversation/refusals.ts";
import type { PastChat } from "../context/device.ts";

/** How many chats one step reads: all visitors of a key share its rate limit. */
export const stepSize = 5;

/** A chat that was found. */
export interface FoundChat {
  readonly chat: PastChat;
  /** Where it was found, if not in the title. */
  readonly passage?: Passage;
}

/** A passage of a message, in three pieces. */
export interface Passage {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Searches past chats: titles always, messages of those that have been read. */
export interface ChatSearch {
  /** Every chat if nothing is searched for; in the order of the list. */
  find(chats: readonly PastChat[], wanted: string): readonly FoundChat[];
  /** How many of them have been read. */
  countRead(chats: readonly PastChat[]): number;
  /**
   * Reads the next chats, one after the other.
   *
   * @param onRead called after each, for showing what has been found so far
   * @param signal ends it between two of them
   * @throws ClientError if one cannot be read; the others stay read
   */
  readOn(chats: readonly PastChat[], onRead: () => void, signal: AbortSignal): Promise<void>;
}

/** Starts with nothing read. What was read is forgotten with it. */
export function createChatSearch(client: Pick<Client, "history">): ChatSearch {
  const messages = new Map<string, readonly string[]>();

  function passageIn(token: string, wanted: string): Passage | undefined {
    for (const text of messages.get(token) ?? []) {
      if (!foldText(text).includes(wanted)) continue;
      return passageOf(text, wanted);
    }
    return undefined;
  }

  return {
    find(chats, wanted) {
      const folded = foldText(wanted.trim());
      return chats.flatMap((chat): readonly FoundChat[] => {
        if (foldText(chat.title).includes(folded)) return [{ chat }];
        const passage = passageIn(chat.token, folded);
        return passage ? [{ chat, passage }] : [];
      });
    },
    countRead: (chats) => chats.filter(({ token }) => messages.has(token)).length,
    async readOn(chats, onRead, signal) {
      const next = chats.filter(({ token }) => !messages.has(token)).slice(0, stepSize);
      for (const { token } of next) {
        if (signal.aborted) return;
        messages.set(token, await textsOf(token));
        onRead();
      }
    },
  };

  async function textsOf(token: string): Promise<readonly string[]> {
    try {
      // The visitor does not see these chats: a person's message in one of them is still new.
      const read = await client.history(token, false);
      return read.messages.filter(({ replaced }) => !replaced).map(textOf);
    } catch (error) {
      if (!isUnknownSession(error)) throw error;
      return []; // it leaves the list when the visitor opens it
    }
  }
}

/** The text of a message in one line, without the signs of Markdown that would be in the way of reading. */
function textOf({ role, content }: HistoryMessage): string {
  const text = cleanText(content);
  const plain =
    role === "user" ? text : text.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1").replace(/[*`|]|^#+ /gm, "");
  return plain.replace(/\s+/g, " ").trim();
}

/** How much is shown around what was found, in characters. */
const before = 28;
const after = 90;

/** The passage around the first match. Folding changes lengths, so each character is folded for itself. */
function passageOf(text: string, wanted: string): Passage {
  const letters = Array.from(text);
  let folded = "";
  const starts: number[] = [];
  for (const [index, letter] of letters.entries()) {
    const each = letter === " " ? " " : foldText(letter);
    for (let count = 0; count < each.length; count++) starts.push(index);
    folded += each;
  }
  const at = Math.max(0, folded.indexOf(wanted));
  const isFound = folded.includes(wanted);
  const first = starts[at] ?? 0;
  const end = isFound ? (starts[at + wanted.length - 1] ?? first) + 1 : first;
  const begin = wordStart(letters, Math.max(0, first - before), first);
  return {
    before: (begin > 0 ? "… " : "") + letters.slice(begin, first).join(""),
    found: letters.slice(first, end).join(""),
    after: letters.slice(end, end + after).join("") + (end + after < letters.length ? "…" : ""),
  };
}

/** The beginning of the first whole word between two positions, or the first of them. */
function wordStart(letters: readonly string[], from: number, to: number): number {
  if (from === 0) return 0;
  const space = letters.indexOf(" ", from);
  return space >= 0 && space < to ? space + 1 : from;
}
