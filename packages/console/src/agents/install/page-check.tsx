import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CheckedPage } from "@servicechat/contract/admin";
import { useConsole } from "../../app/console-context.ts";
import { Form, InputField } from "../../ui/form.tsx";
import { icon } from "../../ui/icon.tsx";
import { showHidden } from "../../ui/show-hidden.ts";

/** Checks whether the chat works on a page, and says what to do if it does not. */
export function PageCheck({ keyId, site = "" }: { keyId: string; site?: string }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.install;
  const [url, setUrl] = useState(site);
  const [checked, setChecked] = useState<CheckedPage | "checking">();
  return (
    <>
      <p class="muted">{text.checkText}</p>
      <Form
        action={text.checkAction}
        submit={async () => {
          setChecked("checking");
          try {
            const path = `keys/${encodeURIComponent(keyId)}/check`;
            setChecked(await api.send<CheckedPage>("POST", path, { body: { url } }));
          } catch (thrown) {
            setChecked(undefined);
            throw thrown;
          }
        }}
      >
        <InputField
          label={text.url}
          inputMode="url"
          autocapitalize="none"
          spellcheck={false}
          required
          maxLength={2000}
          placeholder="https://shop.example/"
          value={url}
          onText={setUrl}
        />
      </Form>
      <div role="status">
        {checked === "checking" ? (
          <p class="muted">{text.checking}</p>
        ) : (
          checked && <Findings checked={checked} />
        )}
      </div>
    </>
  );
}

function Findings({ checked: { findings, status } }: { checked: CheckedPage }): JSX.Element {
  const text = useConsole().words.install;
  if (findings.length === 0)
    return (
      <p class="notice">
        {icon("check", 16)}
        <span>{text.good}</span>
      </p>
    );
  return (
    <>
      <p>
        {text.found(findings.length)}
        {status !== null && status >= 400 && <> · {text.status(status)}</>}
      </p>
      <ul class="install-findings" role="list">
        {findings.map(({ code, sentence, fix }) => (
          <li key={code}>
            {icon("alert", 16)}
            <div>
              <h3>{text.findings[code]}</h3>
              <p>{showHidden(sentence)}</p>
              <p class="install-fix">{showHidden(fix)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
