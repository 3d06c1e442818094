/**
 * Loads the rest of the launcher. The build writes an absolute address below `base`: in a script of another site, the
 * browser knows of no base for a relative one.
 *
 * @param ending what the address ends with; another one after each failure, since browsers may remember it
 */
export function importLazy(base: string, ending: string): Promise<typeof import("./lazy/lazy.ts")> {
  void base;
  void ending;
  return import("./lazy/lazy.ts");
}
