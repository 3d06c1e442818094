/** A turn in whose place another is put. Its own open questions are passed over with it. */
export interface ReplacedTurn {
  readonly turn: number;
  /** Ids of the questions that it answered, all in this session: they are open again. */
  readonly reopens: readonly string[];
}
