import { parseAllowEntry } from "@servicechat/operations/allowlist";
import { findOtherSite } from "../output/other-site.ts";
import type { Check } from "./examination.ts";
import { ok, warning } from "./finding.ts";

const check = "site";

/** Whether the chat belongs to the site of the page that the doctor was asked about: only then no browser blocks its storage. */
export const checkSite: Check = {
  name: check,
  look: async ({ settings: { publicUrl }, origin }) => {
    if (origin === undefined) return [];
    const page = parseAllowEntry(origin);
    if ("fault" in page) return [];
    const other = findOtherSite(publicUrl, [page.entry]);
    return [
      other
        ? warning(check, other.detail, other.advice)
        : ok(check, `browsers treat ${origin} and the chat as one site`),
    ];
  },
};
