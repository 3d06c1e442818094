import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/**
 * Where several forms are allowed, the faults of the form that was meant: of those that the value could be at all, an
 * object or a text, the one that has the fewest. Any other issue is itself.
 */
export function faultsAsMeant(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const similar = issue.errors.filter((form) => !form.some(isOtherKind));
  const forms = (similar.length > 0 ? similar : issue.errors).map((form) =>
    form.flatMap((each) => faultsAsMeant({ ...each, path: [...issue.path, ...each.path] })),
  );
  return forms.reduce((best, form) => (count(form) < count(best) ? form : best));
}

/** Whether the fault is the value as a whole: it is no object where one is wanted, or none of the allowed words. */
function isOtherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === "invalid_type" || code === "invalid_value");
}

/** Fields that a form does not know are a fault each, although they are told in one. */
function count(faults: readonly Issue[]): number {
  return faults.reduce((sum, fault) => sum + (fault.code === "unrecognized_keys" ? fault.keys.length : 1), 0);
}
