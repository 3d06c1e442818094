/** How near the end, in pixels, still counts as reading the end. */
const nearEnd = 48;
/** How much of a message, in pixels, must be in view to count as seen: one line. */
const oneLine = 24;
/** The distance of a question from the top of the view, in pixels, when its answer is read from the beginning. */
const aboveQuestion = 14;

/** The list of messages as it is drawn, in pixels from the top of the scrollable content. */
export interface ListView {
  /** The top of the view. */
  readonly top: number;
  /** The maximum of `top`. */
  readonly end: number;
  readonly height: number;
  /** The top of the question that is being answered. Absent if none is drawn, as while only people write. */
  readonly asked?: number | undefined;
  /** The top of the last message. Absent on the welcome screen. */
  readonly latest?: number | undefined;
}

/** What happens to the list of messages. */
export type ScrollEvent =
  /** Something was drawn, or its height has changed. */
  | { readonly type: "drawn" }
  /** A message has arrived, or more of one. */
  | { readonly type: "told" }
  /** The view has moved, for any reason. */
  | { readonly type: "scrolled" }
  /** The visitor has sent something, which is being answered or will be later. */
  | { readonly type: "sent"; readonly isAnswering: boolean }
  /** The visitor wants to see the end and what comes after it: they went there, or asked for a person. */
  | { readonly type: "end-wanted" }
  /** The person for whom the visitor was waiting has come. */
  | { readonly type: "person-came" };

/** The visitor's place in the list. */
export interface ReadingPlace {
  /**
   * `end`: the end stays in view. `question`: after sending, the end stays in view until the sent message has reached
   * the top, so that a long answer is read from its beginning. `free`: the visitor has scrolled, or expanded something
   * to read it, and nothing moves.
   */
  readonly mode: "end" | "question" | "free";
  /** The top of the view when it was last placed, by the visitor or for them. */
  readonly top: number;
  /** How far the list could be scrolled then. */
  readonly end: number;
  /**
   * Whether the visitor is interacting with the list: otherwise it is the browser that moves it while its size changes.
   */
  readonly isHandled: boolean;
  /**
   * Whether there was a new message since the last message was in view. A message whose beginning is in view or above
   * it is being read, so its continuation below is not new. Nor is it if something else moves the end out of view, such
   * as a smaller frame or expanded content.
   */
  readonly isUnseen: boolean;
}

/** The place at the start of a conversation. */
export const firstPlace: ReadingPlace = { mode: "end", top: 0, end: 0, isHandled: false, isUnseen: false };

/** The visitor's place after they interacted with the list, before anything has moved. */
export const afterHandling = (place: ReadingPlace): ReadingPlace => ({ ...place, isHandled: true });

/** The visitor's place once they expand something: following the end would push its control away from the pointer. */
export const afterUnfolding = (place: ReadingPlace): ReadingPlace => ({ ...place, mode: "free" });

/** Whether the view has moved from where it was placed, by more than rounding. */
export const hasMoved = (place: ReadingPlace, top: number): boolean => Math.abs(top - place.top) >= 2;

/** The visitor's place after `event`, with the list drawn as in `view`; the view should begin at `top`. */
export function afterScroll(place: ReadingPlace, event: ScrollEvent, view: ListView): ReadingPlace {
  switch (event.type) {
    case "drawn":
      return follow(place, view);
    case "told":
      return follow({ ...place, isUnseen: true }, view);
    case "scrolled":
      return afterMove(place, view);
    case "sent":
      return follow({ ...place, mode: event.isAnswering ? "question" : "end", isHandled: false }, view);
    case "end-wanted":
      return follow({ ...place, mode: "end", isHandled: false }, view);
    case "person-came":
      // Their messages matter more than the rest of a long answer, but a visitor who has scrolled is not moved.
      return follow(place.mode === "question" ? { ...place, mode: "end" } : place, view);
  }
}

/** What is below the view: nothing, something unseen, or more of the rest. */
export function belowOf({ isUnseen }: ReadingPlace, { top, end, latest }: ListView): false | "news" | "more" {
  // The welcome screen is read from its beginning.
  if (latest === undefined || end - top < nearEnd) return false;
  return isUnseen ? "news" : "more";
}

function follow(before: ReadingPlace, view: ListView): ReadingPlace {
  // The browser reports scrolling with the next frame: a message may be drawn before that.
  const place = before.isHandled && hasMoved(before, view.top) ? heed(before, view) : before;
  const { end, asked = Infinity, latest } = view;
  if (latest === undefined) return { ...place, top: view.top };
  const ofMode = { end, question: Math.max(0, Math.min(end, asked - aboveQuestion)), free: view.top };
  return see({ ...place, top: ofMode[place.mode], end }, view);
}

function afterMove(place: ReadingPlace, view: ListView): ReadingPlace {
  // The height of parts of a growing answer is estimated until they are visible, and the list is higher without the
  // button below it.
  if (view.end !== place.end && !place.isHandled) return follow(place, view);
  // Where the end was counts too: a line may have appeared below the list since the visitor moved it.
  const end = Math.abs(place.end - view.top) < nearEnd ? place.end : view.end;
  return see({ ...heed({ ...place, end }, view), end: view.end }, view);
}

/** Leaves the list where the visitor has moved it; scrolling to the end means following it again. */
function heed(place: ReadingPlace, { top }: ListView): ReadingPlace {
  const isAtEnd = place.end - top < nearEnd;
  return { ...place, top, mode: isAtEnd ? "end" : "free", isHandled: place.isHandled && !isAtEnd };
}

function see(place: ReadingPlace, { height, latest }: ListView): ReadingPlace {
  const isBelow = latest !== undefined && latest > place.top + height - oneLine;
  return { ...place, isUnseen: place.isUnseen && isBelow };
}
