/** How near the end, in pixels, still counts as reading the end. */
const nearEnd = 48;
/** So much of a message, in pixels, must be in view to be seen: a line of it. */
const oneLine = 24;
/** How far below the top of the view, in pixels, a question stands that is read from its beginning. */
const aboveQuestion = 14;

/** The list of messages as it is drawn, in pixels from the top of all that can be scrolled through. */
export interface ListView {
  /** Where the view begins. */
  readonly top: number;
  /** The farthest that it can begin. */
  readonly end: number;
  readonly height: number;
  /** Where the question begins that is being answered. Absent in a chat in which nothing was asked. */
  readonly asked?: number | undefined;
  /** Where the last message begins. */
  readonly latest?: number | undefined;
}

/** What happens to the list of messages. */
export type ScrollEvent =
  /** Something was drawn, or is as high as it was not. */
  | { readonly type: "drawn" }
  /** A message has come, or more of one. */
  | { readonly type: "told" }
  /** The view has moved, for whatever reason. */
  | { readonly type: "scrolled" }
  /** The visitor has sent something, which is being answered or will be later. */
  | { readonly type: "sent"; readonly isAnswering: boolean }
  /** The visitor asks for the end. */
  | { readonly type: "end-wanted" };

/** The visitor's place in the list. */
export interface ReadingPlace {
  /**
   * `end`: the end stays in view. `question`: after sending, the end stays in view until what was sent has reached the
   * top, so that a long answer is read from its beginning. `free`: the visitor has scrolled, or unfolds something to
   * read it, and nothing moves.
   */
  readonly mode: "end" | "question" | "free";
  /** Where the view began when it was last placed, by the visitor or for them. */
  readonly top: number;
  /** How far the list could be scrolled then. */
  readonly end: number;
  /** Whether the visitor's hand is at the list: what moves it without one, while its size changes, is the browser. */
  readonly isHandled: boolean;
  /**
   * Whether something was said since the last message was in view. A message whose beginning is in view or above it is
   * being read: that it goes on below is no news. Nor is it when something moves the end out of view, as a lower frame or
   * what unfolds does.
   */
  readonly isUnseen: boolean;
}

/** Where a conversation begins. */
export const firstPlace: ReadingPlace = { mode: "end", top: 0, end: 0, isHandled: false, isUnseen: false };

/** The visitor's place after their hand was at the list, before anything has moved. */
export const afterHandling = (place: ReadingPlace): ReadingPlace => ({ ...place, isHandled: true });

/** The visitor's place once they unfold something: what it shows would push its control away from under the pointer. */
export const afterUnfolding = (place: ReadingPlace): ReadingPlace => ({ ...place, mode: "free" });

/** Whether the view begins elsewhere than where it was placed, by more than browsers round. */
export const hasMoved = (place: ReadingPlace, top: number): boolean => Math.abs(top - place.top) >= 2;

/** The visitor's place after `event`, with the list drawn as `view` says; its view is to begin at `top`. */
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
  }
}

/** What stands below the view: nothing, what has not been seen yet, or more of the rest. */
export function belowOf({ isUnseen }: ReadingPlace, { top, end, asked }: ListView): false | "news" | "more" {
  // The welcome is read from its beginning.
  if (asked === undefined || end - top < nearEnd) return false;
  return isUnseen ? "news" : "more";
}

function follow(before: ReadingPlace, view: ListView): ReadingPlace {
  // The browser tells of the visitor's scrolling with the next picture: what is said may be drawn before that.
  const place = before.isHandled && hasMoved(before, view.top) ? heed(before, view) : before;
  const { end, asked } = view;
  if (asked === undefined) return { ...place, top: view.top };
  const ofMode = { end, question: Math.max(0, Math.min(end, asked - aboveQuestion)), free: view.top };
  return see({ ...place, top: ofMode[place.mode], end }, view);
}

function afterMove(place: ReadingPlace, view: ListView): ReadingPlace {
  // Parts of a growing answer are as high as guessed until seen, and the list is higher without the button below it.
  if (view.end !== place.end && !place.isHandled) return follow(place, view);
  return see(heed({ ...place, end: view.end }, view), view);
}

/** Leaves the list where the visitor has moved it; one who went to the end of what there was wants to see the end. */
function heed(place: ReadingPlace, { top }: ListView): ReadingPlace {
  const isAtEnd = place.end - top < nearEnd;
  return { ...place, top, mode: isAtEnd ? "end" : "free", isHandled: place.isHandled && !isAtEnd };
}

function see(place: ReadingPlace, { height, latest }: ListView): ReadingPlace {
  const isBelow = latest !== undefined && latest > place.top + height - oneLine;
  return { ...place, isUnseen: place.isUnseen && isBelow };
}
