/**
 * Whether a key belongs to an input method, which picks a word with Enter and drops one with Escape. Safari's key comes
 * when the composition is over already: it is known by its code alone, as all were before there was `isComposing`.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
