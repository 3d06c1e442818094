import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Key, NewKey } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { InputField } from "../ui/input-field.tsx";
import { bodyOf, KeyFields, type KeyValues } from "./key-fields.tsx";

/** Changes the settings of a key. */
export function EditKeyDialog({
  item,
  close,
  changed,
}: {
  item: Key;
  close: () => void;
  changed: () => void;
}): JSX.Element {
  const { api, words, toast } = useConsole();
  const text = words.keys;
  const values = useRef<KeyValues>({
    name: item.name ?? "",
    sites: item.allowed.join("\n"),
    rate: String(item.rateLimit),
  }).current;
  return (
    <Dialog title={text.editTitle} close={close}>
      <Form
        submit={async () => {
          await api.send<Key>("PATCH", `keys/${encodeURIComponent(item.id)}`, {
            body: bodyOf(values),
            revision: item.revision,
          });
          toast.value = text.changed;
          close();
          changed();
        }}
        action={words.common.save}
        cancel={close}
      >
        <KeyFields values={values} />
      </Form>
    </Dialog>
  );
}

/** Creates a second key with the same settings to replace the first. */
export function RotateKeyDialog({
  item,
  close,
  made,
}: {
  item: Key;
  close: () => void;
  made: (key: NewKey) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.keys;
  const hours = useRef(24);
  return (
    <Dialog title={text.rotateTitle} close={close}>
      <p class="dialog-text">{text.rotateText}</p>
      <Form
        submit={async () => {
          const path = `keys/${encodeURIComponent(item.id)}/rotate`;
          made(await api.send<NewKey>("POST", path, { body: { overlapHours: hours.current } }));
        }}
        action={text.rotateAction}
        cancel={close}
      >
        <InputField
          label={text.overlap}
          type="number"
          min={0}
          max={720}
          defaultValue="24"
          onText={(entered) => {
            hours.current = Number(entered);
          }}
        />
      </Form>
    </Dialog>
  );
}
