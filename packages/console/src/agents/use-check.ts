import { useEffect, useState } from "preact/hooks";
import type { CheckedAgent } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";

/** Milliseconds without a change after which a draft is checked. */
const pause = 350;

/** What the service says of a draft; undefined while it is being checked, or when there is nothing to check. */
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
        // Applying checks again, and says then what is wrong.
        .catch(() => undefined);
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [draft, isWanted]);
  return isWanted && checked?.draft === draft ? checked.result : undefined;
}
