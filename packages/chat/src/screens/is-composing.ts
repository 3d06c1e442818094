/**
 * Whether a key belongs to an input method, which picks a word with Enter and drops one with Escape. Safari says so only
 * by the key code of before there was `isComposing`: its key comes after the composition has ended.
 */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
