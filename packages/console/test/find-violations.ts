import type axe from "axe-core";
import type { Page } from "playwright-core";
import { axeSource } from "../../../test/support/axe-source.ts";

/** WCAG 2.2 up to AA, and axe's best practices. */
const rules: axe.RunOptions = {
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } },
};

/** Rules about how elements are drawn, which another size and other colours may break; the rest is about what they are. */
const rulesOfDrawing: readonly string[] = [
  "color-contrast",
  "link-in-text-block",
  "scrollable-region-focusable",
  "target-size",
];

/** The violations that axe finds in a page, one per line. */
export async function findViolations(
  page: Page,
  { only = "all" }: { readonly only?: "all" | "drawing" } = {},
): Promise<readonly string[]> {
  const options = only === "drawing" ? { ...rules, runOnly: rulesOfDrawing } : rules;
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource);
  // What was not violated is most of the results.
  const found = await page.evaluate<axe.AxeResults["violations"]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) =>
      [id, html.slice(0, 120), ...[...any, ...all, ...none].map(({ message }) => message)].join(" | "),
    ),
  );
}
