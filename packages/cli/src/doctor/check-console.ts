import { consoleWarning } from "../service-address/console-warning.ts";
import type { Check } from "./examination.ts";
import { ok, warning } from "./finding.ts";

const check = "console";

/** Whether browsers keep people signed in at the console's address. */
export const checkConsole: Check = {
  name: check,
  run: async ({ settings }) => {
    const { consoleUrl } = settings;
    if (consoleUrl === undefined) return [ok(check, "turned off")];
    const found = consoleWarning(consoleUrl);
    return [
      found
        ? warning(check, found.detail, found.advice)
        : ok(check, `people sign in at ${consoleUrl}/console/`),
    ];
  },
};
