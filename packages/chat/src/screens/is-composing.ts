/**
 * Whether a key belongs to an input method, which selects a word with Enter and discards one with Escape. Safari's key
 * event comes after the end of the composition: it is recognised only by its key code, as in all browsers before
 * `isComposing`.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
