/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; `null` at the end. */
  readonly next: string | null;
}
