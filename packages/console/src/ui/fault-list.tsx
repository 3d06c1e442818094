import type { JSX } from "preact";
import type { FileFault } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { icon } from "./icon.tsx";
import { showHidden } from "./show-hidden.ts";

/** What is wrong with an agent file, line by line. */
export function FaultList({
  faults,
  goTo,
}: {
  faults: readonly FileFault[];
  /** Shows a line of the file; absent where the file is not on the page. */
  goTo?: ((line: number) => void) | undefined;
}): JSX.Element {
  const text = useConsole().words.agents;
  return (
    <ul class="faults" role="list" aria-label={text.faults(faults.length)}>
      {faults.map(({ line, message }, index) => (
        <li key={index}>
          {icon("alert", 15)}
          {line !== null &&
            (goTo ? (
              <button type="button" class="link-button" onClick={() => goTo(line)}>
                {text.line(line)}
              </button>
            ) : (
              <span>{text.line(line)}</span>
            ))}
          <span>{showHidden(message)}</span>
        </li>
      ))}
    </ul>
  );
}
