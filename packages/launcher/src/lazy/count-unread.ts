import type { Core } from "../core.ts";
import { readNote, writeNote } from "./tab-notes.ts";

/**
 * Counts the answers that nobody has seen. The count goes along to the next page of the site in a note that the browser
 * keeps until the tab closes. On that page nothing is asked of the service before the chat is opened: so an answer that
 * was on its way when the page was left counts there from the beginning, whether it has ended or not. Where a person took part or
 * was awaited, the chat is asked: they may write at any time.
 *
 * @param show draws the count
 */
export function countUnread({ tag, api, emit, signal }: Core, show: (count: number) => void) {
  const name = `servicechat:unread:${tag.keyId}`; // the launcher looks for it
  const [note = "", writer] = readNote(name).split(" ");
  /** The user whose count it is, by the site's id. */
  let owner = writer ?? "";
  /** Those that came on earlier pages and to earlier frames, and those that came to this one. */
  let before = parseInt(note) || 0;
  let now = 0;
  /** An answer was on its way when the last page was left, and has not come here. */
  let isLate = note.includes("+");
  /** What a person had said last, if one may write at any time; empty when they had said nothing. */
  let person = /p(.*)/.exec(note)?.[1];
  let isAwaited = false;
  let told = 0;

  function change(): void {
    if (signal.aborted) return;
    const count = before + now + Number(isLate);
    show(count);
    const isExpected = isLate || isAwaited;
    writeNote(
      name,
      `${before + now}${isExpected ? "+" : ""}${person === undefined ? "" : `p${person}`} ${owner}`,
    );
    if (count !== told) emit("unread", { count });
    told = count;
  }

  function see(): void {
    before = now = 0;
    isLate = false;
    change();
  }

  return {
    /** The widget stands on the page: what waits from earlier pages is shown, unless the chat is open already. */
    begin: () => (api.isOpen() ? see() : change()),
    /** The chat was opened. */
    see,
    /** The frame is another one, or loads anew: it counts from the beginning. */
    begun(): void {
      before += now;
      now = 0;
    },
    /** Who is there, by the site's id: what another user has not seen is not theirs. */
    belongTo(user = ""): void {
      if (owner && owner !== user) {
        person = undefined;
        see();
      }
      owner = user;
    },
    /** How many have come to this frame. @returns whether there are more than before */
    hear(count: number): boolean {
      const isMore = count > now;
      if (isMore) isLate = false; // it is this one
      now = count;
      change();
      return isMore;
    },
    /** The id of what a person has said last, where one may write at any time; empty when they have said nothing. */
    person: () => person,
    expectPerson(expected: boolean, last = ""): void {
      person = expected ? last : undefined;
      change();
    },
    /** Whether an answer is on its way. */
    expect(awaited: boolean): void {
      isAwaited = awaited;
      change();
    },
  };
}
