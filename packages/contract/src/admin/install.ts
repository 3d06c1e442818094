import { z } from "zod";
import { timeSchema } from "./list.ts";

/** Answer of `GET keys/{id}/tag`. */
export const keyTagSchema = z
  .object({
    /** The whole key. */
    key: z.string(),
    /** The tag for the page. */
    tag: z.string(),
  })
  .meta({ id: "KeyTag" });
/** The tag of a key, at any time. */
export type KeyTag = z.infer<typeof keyTagSchema>;

/** Body of `POST keys/{id}/check`. */
export const checkPageSchema = z.object({ url: z.string().min(1).max(2_000) });

/**
 * Everything that keeps the chat from working on a page: `csp_meta` stands beside the others if a policy that hinders is
 * written in the page itself.
 */
export const pageFindings = [
  "no_tag",
  "other_key",
  "not_async",
  "wrong_service",
  "site_not_allowed",
  "csp_script",
  "csp_frame",
  "csp_connect",
  "csp_meta",
  "not_reached",
  "redirected_away",
  "consent_type",
] as const;
/** Something that keeps the chat from working on a page. */
export type PageFindingCode = (typeof pageFindings)[number];

/** Answer of `POST keys/{id}/check`. */
export const checkedPageSchema = z
  .object({
    /** Whether a server answered. */
    reached: z.boolean(),
    /** Of the answer. */
    status: z.number().int().nullable(),
    /** What is wrong and what to do about it; empty: all is well. */
    findings: z.array(z.object({ code: z.enum(pageFindings), sentence: z.string(), fix: z.string() })),
    /** When the key was last used by a page of this site. */
    lastSeenAt: timeSchema.nullable(),
  })
  .meta({ id: "CheckedPage" });
/** What was found on a page. */
export type CheckedPage = z.infer<typeof checkedPageSchema>;
/** One of the findings. */
export type PageFinding = CheckedPage["findings"][number];
