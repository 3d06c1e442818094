/** A place between the messages of a chat: behind this many messages of a turn. */
export interface EntryPosition {
  readonly turn: number;
  readonly position: number;
}

/** A reply's position in its turn: after all messages of the visitor. Later events follow it. */
export const afterMessages = 1_000_000;
