import type { Core } from "../core.ts";
import { readNote, writeNote } from "./tab-notes.ts";

/**
 * Counts unseen answers. The browser keeps the count for the next page of the site until the tab closes. On that page
 * no request is sent before the chat is opened, so an answer that was in progress when the page was left counts there
 * from the beginning, whether it has ended or not. If a person took part or was requested, the chat is loaded, because
 * they may write at any time.
 *
 * @param show draws the count
 */
export function countUnread({ tag, api, emit, signal }: Core, show: (count: number) => void) {
  const name = `servicechat:unread:${tag.keyId}`; // the launcher reads it
  const [note = "", writer] = readNote(name).split(" ");
  /** The user whose count it is, by the site's id. */
  let owner = writer ?? "";
  /** Those that came on earlier pages and to earlier frames, and those that came to this one. */
  let before = parseInt(note) || 0;
  let now = 0;
  /** An answer was in progress when the last page was left, and has not arrived here. */
  let isLate = note.includes("+");
  /** A person's last message, if one may write at any time; empty if there is none. */
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
    /** The widget is on the page: unread messages of earlier pages are shown, unless the chat is already open. */
    begin: () => (api.isOpen() ? see() : change()),
    /** The chat was opened. */
    see,
    /** There is another frame, or it reloads: it counts from the beginning. */
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
    /** The id of a person's last message, if one may write at any time; empty if there is none. */
    person: () => person,
    expectPerson(expected: boolean, last = ""): void {
      person = expected ? last : undefined;
      change();
    },
    /** Whether an answer is in progress. */
    expect(awaited: boolean): void {
      isAwaited = awaited;
      change();
    },
  };
}

/**
 * Two soft notes for an answer that arrived while the chat is closed. Never before the visitor has interacted with the
 * page, and never while it is hidden.
 */
export function chime(): void {
  if (document.hidden || !navigator.userActivation?.hasBeenActive) return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(0.06, 0);
  volume.gain.exponentialRampToValueAtTime(0.001, 0.5);
  for (const [start, pitch] of [
    [0, 659],
    [0.12, 880],
  ] as const) {
    const note = context.createOscillator();
    note.frequency.value = pitch;
    note.connect(volume);
    note.start(start);
    note.stop(0.5);
  }
  setTimeout(() => void context.close(), 1_000);
}
