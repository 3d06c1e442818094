/** What the browser keeps of us until the tab closes; empty when that is nothing, as on a page without storage. */
export function readNote(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Notes it; "0 " is not worth keeping, whatever follows. A page without storage forgets it when it is left. */
export function writeNote(name: string, note: string): void {
  try {
    if (note.startsWith("0 ")) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, note);
  } catch {}
}
