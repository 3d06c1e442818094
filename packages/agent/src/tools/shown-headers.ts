import type { ConfirmHeader } from "@servicechat/contract";
import { secretHole } from "@servicechat/contract/agent-file";

/** Names of headers with credentials, whoever wrote their value. */
const provesWho = /auth|cookie|credential|key|passw|secret|session|signature|token/i;

/** Headers as visitors may see them: the value of one that takes a secret from the environment, or may be one, is left out. */
export function shownHeaders(headers: Readonly<Record<string, string>>): ConfirmHeader[] {
  return Object.entries(headers).map(([name, value]) =>
    provesWho.test(name) || value.search(secretHole) !== -1 ? { name } : { name, value },
  );
}
