/** What the browser stores for us until the tab closes; empty if there is nothing, as on a page without storage. */
export function readNote(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Stores it; "0 " is not worth storing, whatever follows. On a page without storage it lasts as long as the page. */
export function writeNote(name: string, note: string): void {
  try {
    if (note.startsWith("0 ")) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, note);
  } catch {}
}
