/**
 * Removes the token of a sign-in link from the URL, so that it is neither in the history nor on the screen. `undefined`
 * if there is none.
 */
export function takeLinkToken({
  location,
  history,
}: Pick<Window, "location" | "history">): string | undefined {
  const found = /^#link=(.+)$/.exec(location.hash);
  if (!found) return undefined;
  history.replaceState(undefined, "", location.pathname + location.search);
  return found[1];
}
