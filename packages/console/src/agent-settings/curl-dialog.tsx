import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/form.tsx";
import { useConsole } from "../app/console-context.ts";
import { useFileForm } from "./form-context.tsx";
import { readCurl } from "./read-curl.ts";

/** Makes a tool of a curl command. Keys in it become names of secrets. */
export function CurlDialog({
  close,
  made,
  freeName,
}: {
  close: () => void;
  made: (tool: unknown) => void;
  freeName: string;
}): JSX.Element {
  const { words: all } = useConsole();
  const { words } = useFileForm();
  const [command, setCommand] = useState("");
  const tool = readCurl(command);
  return (
    <Dialog title={words.curlTitle} close={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!tool) return;
          const { http, inputSchema } = tool;
          made({ name: nameFrom(http.url) ?? freeName, description: "", inputSchema, http });
        }}
      >
        <Field label={words.curlTitle} hint={words.curlHint}>
          {(tied) => (
            <textarea
              {...tied}
              class="code-input"
              rows={7}
              required
              spellcheck={false}
              placeholder={
                "curl https://shop.example/api/orders/{order} \\\n  -H 'Authorization: Bearer $SHOP_TOKEN'"
              }
              value={command}
              onInput={({ currentTarget }) => setCommand(currentTarget.value)}
            />
          )}
        </Field>
        <div role="status">
          {command.trim() !== "" && !tool && <p class="form-problem">{words.curlFailed}</p>}
          {tool && tool.secrets.length > 0 && (
            <p class="hint">{words.curlSecrets(tool.secrets.join(", "))}</p>
          )}
          {tool && tool.dropped.length > 0 && (
            <p class="hint">{words.curlDropped(tool.dropped.join(", "))}</p>
          )}
          {tool?.hasUser && <p class="hint">{words.curlUser}</p>}
        </div>
        <div class="form-actions">
          <button type="button" class="button" onClick={close}>
            {all.common.cancel}
          </button>
          <button type="submit" class="button primary" disabled={!tool}>
            {words.curlAction}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A name for a tool, from the last word of its path. */
function nameFrom(url: string): string | undefined {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const word = path
    .split("/")
    .filter((each) => /^[A-Za-z][\w-]*$/.test(each) && !/^(?:api|v\d+)$/i.test(each))
    .at(-1);
  return word?.slice(0, 64);
}
