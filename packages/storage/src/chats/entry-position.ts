/** A place between the messages of a chat: behind this many messages of a turn. */
export interface EntryPosition {
  readonly turn: number;
  readonly position: number;
}

/** Where a reply stands in its turn: behind all messages of the visitor. What happened later stands behind it. */
export const afterMessages = 1_000_000;
