import type { ChatMoved } from "./handoff-store.ts";

/** Takes a transaction back, and says why. */
export class NotMoved extends Error {
  readonly kind: Exclude<ChatMoved["kind"], "moved">;

  constructor(kind: Exclude<ChatMoved["kind"], "moved">) {
    super(kind);
    this.kind = kind;
  }
}
