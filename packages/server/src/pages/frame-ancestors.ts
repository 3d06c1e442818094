/**
 * The value of `frame-ancestors` for a declared parent page: its origin when the list allows it, else `'none'`.
 * Declaring a parent can only narrow who may frame, so it needs no proof. A parent that passed the list is a
 * serialized origin: nothing in it can end the directive. Browsers know no source for an IPv6 address and refuse
 * the frame there.
 */
export function frameAncestors(
  parent: string | undefined,
  allows: ((origin: string) => boolean) | undefined,
): string {
  return parent !== undefined && allows?.(parent) ? parent : "'none'";
}
