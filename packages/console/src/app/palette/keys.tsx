import { Fragment, type JSX } from "preact";
import { useConsole } from "../console-context.ts";
import { keysOf, type ShortcutName } from "../shortcuts.ts";

/** The keys of a shortcut. */
export function Keys({ name }: { name: ShortcutName }): JSX.Element {
  const { palette } = useConsole().words;
  const keys = keysOf(name);
  return (
    <span class="keys">
      {keys.map((key, at) => (
        <Fragment key={at}>
          {at > 0 && name !== "palette" && <span class="keys-then"> {palette.nextKey} </span>}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
