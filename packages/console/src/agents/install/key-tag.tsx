import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { KeyTag } from "@servicechat/contract/admin";
import { asProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { hrefOf } from "../../app/navigation.ts";
import { CopyButton, CopyField } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/form.tsx";
import { Loaded, SkeletonRows } from "../../ui/page.tsx";
import { useResource } from "../../ui/use-resource.ts";
import { codeFor, platforms, type Platform } from "./install-code.ts";

/** The tag of a key with a copy button, and below it how to put it into a page, unless only the tag is wanted. */
export function KeyTagSection({ keyId, steps = true }: { keyId: string; steps?: boolean }): JSX.Element {
  const { api, words } = useConsole();
  const text = words.install;
  const tag = useResource<KeyTag | null>(`tag ${keyId}`, async (signal) => {
    try {
      return await api.get<KeyTag>(`keys/${encodeURIComponent(keyId)}/tag`, {}, signal);
    } catch (thrown) {
      // The key is there, only its tag is not.
      if (asProblem(thrown).code === "tag_not_kept") return null;
      throw thrown;
    }
  });
  return (
    <Loaded resource={tag} skeleton={<SkeletonRows rows={1} />}>
      {(found) =>
        found ? (
          <>
            {steps && <p class="muted">{text.tagText}</p>}
            <CopyField text={found.tag} label={text.tag} />
            {steps && <PlatformSteps made={found} />}
          </>
        ) : (
          <p class="notice">
            <span>{text.tagHidden}</span>
            <a class="button small" href={hrefOf("keys", { key: keyId })}>
              {text.toKeys}
            </a>
          </p>
        )
      }
    </Loaded>
  );
}

/** Short steps for each platform, with its code where the tag alone is not enough. */
function PlatformSteps({ made }: { made: KeyTag }): JSX.Element {
  const text = useConsole().words.install;
  const [platform, setPlatform] = useState<Platform>("html");
  const code = codeFor(platform, made);
  return (
    <div class="install-steps">
      <Field label={text.how}>
        {(tied) => (
          <select
            {...tied}
            value={platform}
            onChange={({ currentTarget }) =>
              setPlatform(platforms.find((name) => name === currentTarget.value) ?? "html")
            }
          >
            {platforms.map((name) => (
              <option key={name} value={name}>
                {text.platforms[name].name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ol>
        {text.platforms[platform].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {code !== undefined && (
        <div class="install-code">
          <pre tabIndex={0} aria-label={text.code}>
            {code}
          </pre>
          <CopyButton text={code} />
        </div>
      )}
    </div>
  );
}
