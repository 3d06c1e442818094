import { parseAllowEntry } from "@servicechat/operations/allowlist";
import { findOtherSite } from "../output/other-site.ts";
import type { Check } from "./examination.ts";
import { ok, warning } from "./finding.ts";

const check = "site";

/**
 * Whether the chat and the page being checked belong to the same site: only then does no browser block the chat's
 * storage.
 */
export const checkSite: Check = {
  name: check,
  run: async ({ settings: { publicUrl }, origin }) => {
    if (origin === undefined) return [];
    const page = parseAllowEntry(origin);
    if ("issue" in page) return [];
    const other = findOtherSite(publicUrl, [page.entry]);
    return [
      other
        ? warning(check, other.detail, other.advice)
        : ok(check, `browsers treat ${origin} and the chat as one site`),
    ];
  },
};
