import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { AgentItem, NewKey, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Form } from "../ui/form.tsx";
import { Loaded } from "../ui/page.tsx";
import { useResource } from "../ui/use-resource.ts";
import { bodyOf, KeyFields, type KeyValues } from "./key-fields.tsx";

/** Creates a key. */
export function CreateKeyDialog({
  close,
  made,
}: {
  close: () => void;
  made: (key: NewKey) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const text = words.keys;
  const agents = useResource("agents", (signal) =>
    api.get<Page<AgentItem>>("agents", { limit: 200 }, signal),
  );
  const values = useRef<KeyValues>({ name: "", sites: "", rate: "" }).current;
  const [agent, setAgent] = useState("");
  const [isServerSide, setServerSide] = useState(false);

  return (
    <Dialog title={text.createTitle} close={close}>
      <Loaded resource={agents}>
        {({ items }) => (
          <Form
            submit={async () => {
              const body = {
                ...bodyOf(values),
                agent: agent || items[0]?.id,
                ...(isServerSide && { serverSide: true }),
              };
              made(await api.send<NewKey>("POST", "keys", { body }));
            }}
            action={text.createAction}
            cancel={close}
          >
            <Field label={text.agent}>
              {(tied) => (
                <select
                  {...tied}
                  required
                  value={agent || items[0]?.id}
                  onChange={({ currentTarget }) => setAgent(currentTarget.value)}
                >
                  {items.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <KeyFields values={values} />
            <label class="check">
              <input
                type="checkbox"
                checked={isServerSide}
                onChange={({ currentTarget }) => setServerSide(currentTarget.checked)}
              />
              <span>
                {text.serverSide}
                <br />
                <small class="hint">{text.serverSideHint}</small>
              </span>
            </label>
          </Form>
        )}
      </Loaded>
    </Dialog>
  );
}
