/**
 * Loads the rest of the launcher. The build writes an absolute URL below `base`: in a script of another site, the
 * browser cannot resolve a relative one.
 *
 * @param ending the end of the URL; another one after each failure, since browsers may remember failures
 */
export function importLazy(base: string, ending: string): Promise<typeof import("./lazy/lazy.ts")> {
  void base;
  void ending;
  return import("./lazy/lazy.ts");
}
