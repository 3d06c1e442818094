/** Whether the chat is open, how much is unread, and where the focus goes. The launcher displays it. */
export interface PanelState {
  readonly isOpen: boolean;
  /** How many answers have arrived while it was closed, since the frame was loaded. */
  readonly unread: number;
  /** What the last event does to the focus of the composer, as in `ComposerFocus`; absent: nothing. */
  readonly focus?: "take" | "open" | "leave";
}

/** What happens to the panel that contains the chat. */
export type PanelEvent =
  /** The launcher opens it, perhaps again. */
  | { readonly type: "open" }
  | { readonly type: "close" }
  /** The chat is drawn. `mayFocus`: the page does not need to keep the focus. */
  | { readonly type: "ready"; readonly mayFocus: boolean }
  | { readonly type: "answered" }
  /** Another user is there now: they must not see what the previous user has not read. */
  | { readonly type: "user-changed" };

/** The panel after `event`. */
export function afterPanelEvent({ isOpen, unread }: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "open":
      return { isOpen: true, unread: 0, focus: "open" };
    case "close":
      return { isOpen: false, unread, focus: "leave" };
    case "ready":
      return { isOpen, unread, ...(isOpen && event.mayFocus && { focus: "take" }) };
    case "answered":
      return { isOpen, unread: isOpen ? unread : unread + 1 };
    case "user-changed":
      return { isOpen, unread: 0 };
  }
}
