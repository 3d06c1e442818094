import { useEffect, useState } from "preact/hooks";
import type { CheckedAgent } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";

/** Milliseconds without a change after which a draft is checked. */
const pause = 350;

/** The result of checking a draft; `undefined` while it is being checked, or if there is nothing to check. */
export function useCheck(draft: string, isWanted: boolean): CheckedAgent | undefined {
  const { api } = useConsole();
  const [checked, setChecked] = useState<{ draft: string; result: CheckedAgent }>();
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      api
        .send<CheckedAgent>("POST", "agents/check", { body: { file: draft } })
        .then((result) => {
          if (isCurrent) setChecked({ draft, result });
        })
        // Applying checks it again, and reports what is wrong.
        .catch(() => undefined);
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [draft, isWanted]);
  return isWanted && checked?.draft === draft ? checked.result : undefined;
}
