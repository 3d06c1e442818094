import type { z } from "zod";
import { kindOf, missing } from "./say-issue.ts";

type Issue = z.core.$ZodIssue;

/**
 * Where several forms are allowed, the faults of the form that was meant: of those that the value could be at all, an
 * object or a text, the one that has the fewest. Where it could be none, all of them. Any other issue is itself.
 */
export function issuesAsMeant(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const similar = issue.errors.filter((form) => !form.some(isOtherKind));
  if (similar.length === 0) return [{ ...issue, message: allKinds(issue.errors) }];
  const forms = similar.map((form) =>
    form.flatMap((each) => issuesAsMeant({ ...each, path: [...issue.path, ...each.path] })),
  );
  if (similar.length > 1 && similar.every((form) => form.every(isMissing)))
    return [{ ...issue, message: allForms(issue.errors) }];
  return forms.reduce((best, form) => (count(form) < count(best) ? form : best));
}

/** Whether the fault is that a field is not there, so that nothing tells which form was meant. */
function isMissing({ code, path, message }: Issue): boolean {
  return path.length === 1 && code === "invalid_type" && message === missing;
}

function allKinds(forms: readonly (readonly Issue[])[]): string {
  const kinds = forms.flat().flatMap((fault) => {
    if (fault.path.length > 0) return [];
    if (fault.code === "invalid_type") return [kindOf(fault.expected)];
    return fault.code === "invalid_value" ? [`one of ${fault.values.join(", ")}`] : [];
  });
  return `must be ${[...new Set(kinds)].join(", or ")}`;
}

function allForms(forms: readonly (readonly Issue[])[]): string {
  const objects = forms.filter((form) => form.every(isMissing));
  const words = forms.flat().flatMap((fault) => (fault.code === "invalid_value" ? fault.values : []));
  const fields = objects.map((form) => form.map(({ path }) => String(path[0])).join(" and "));
  return `must ${words.length > 0 ? `be one of ${words.join(", ")}, or ` : ""}have ${fields.join(", or ")}`;
}

/**
 * Whether the fault concerns the value as a whole: it is not an object where one is required, or not one of the allowed
 * words.
 */
function isOtherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === "invalid_type" || code === "invalid_value");
}

/** Unknown fields count as one fault each, although they are reported together. */
function count(faults: readonly Issue[]): number {
  return faults.reduce((sum, fault) => sum + (fault.code === "unrecognized_keys" ? fault.keys.length : 1), 0);
}
