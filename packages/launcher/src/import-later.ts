/**
 * Loads the rest of the launcher. The build writes an absolute address below `base`: in a script of another site, the
 * browser knows of no base for a relative one.
 */
export function importLater(base: string): Promise<typeof import("./later/later.ts")> {
  void base;
  return import("./later/later.ts");
}
