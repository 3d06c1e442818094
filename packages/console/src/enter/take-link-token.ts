/**
 * Takes the token of a sign-in link out of the address, so that neither the history nor whoever looks at the screen has
 * it. Undefined where the address has none.
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
