import type { JSX } from "preact";
import type { NewKey } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { CopyField } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** A key that has just been created: the service does not show it again. */
export function NewKeyDialog({ made, close }: { made: NewKey; close: () => void }): JSX.Element {
  const { words } = useConsole();
  const text = words.keys;
  return (
    <Dialog title={text.made} close={close}>
      <p class="dialog-text">{text.madeText}</p>
      <h3>{text.tag}</h3>
      <CopyField text={made.tag} label={text.tag} />
      <h3>{text.key}</h3>
      <CopyField text={made.key} label={text.key} />
      <footer class="dialog-actions">
        <button type="button" class="button primary" onClick={close}>
          {words.common.done}
        </button>
      </footer>
    </Dialog>
  );
}
