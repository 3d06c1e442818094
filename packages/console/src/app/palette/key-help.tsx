import type { JSX } from "preact";
import { CopyField } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useConsole } from "../console-context.ts";
import { isUsable, shortcutNames, shortcuts, shortcutText } from "../shortcuts.ts";
import { Keys } from "./keys.tsx";
import { commandOfPage } from "./page-commands.ts";

const groups = ["page", "list", "everywhere", "go"] as const;

/** The keys of the current page and of all pages with the switch that turns them off, and the command of this page. */
export function KeyHelp({ close }: { close: () => void }): JSX.Element {
  const { words, preferences, navigation } = useConsole();
  const { palette: text } = words;
  const command = commandOfPage(navigation.location.value.path);
  const shown = groups
    .map((group) => ({
      group,
      names: shortcutNames.filter((name) => shortcuts[name].group === group && isUsable(name)),
    }))
    .filter(({ names }) => names.length > 0);
  return (
    <Dialog title={text.help} close={close}>
      <div class="key-help">
        {shown.map(({ group, names }) => (
          <section key={group}>
            <h3>{text.keyGroups[group]}</h3>
            <dl>
              {names.map((name) => (
                <div key={name}>
                  <dt>{shortcutText(name, words)}</dt>
                  <dd>
                    <Keys name={name} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {command !== undefined && (
        <section class="page-command">
          <h3>{text.command}</h3>
          <CopyField text={command} label={text.command} />
          <p class="hint">{text.commandHint}</p>
        </section>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={preferences.keys.value}
          onChange={({ currentTarget }) => {
            preferences.keys.value = currentTarget.checked;
          }}
        />
        <span>{text.keysField}</span>
      </label>
    </Dialog>
  );
}
