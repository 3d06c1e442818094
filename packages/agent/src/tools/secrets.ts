import { findSecret, secretHole } from "@servicechat/contract/agent-file";
import type { SecretSources } from "@servicechat/contract/agent-file";
import { ToolError } from "./tool-error.ts";

/** Shorter ones would be found in ordinary words. */
const minLength = 4;

/** Fills headers of one agent's requests with secrets, and keeps what is secret in them out of all else. */
export interface HeaderFiller {
  /**
   * The headers as they are sent to an address, with `${NAME}` filled in. Called for each request, right before it leaves, so
   * that the values are stored nowhere and a replaced one holds from the next request on.
   *
   * @throws ToolError that names the value which is missing, may not be sent there, or is invalid in a header
   */
  fill(url: string | URL): Promise<Readonly<Record<string, string>>>;
  /** Takes the secrets that were sent out of a text that came back, for servers that repeat what they were sent. */
  hide(text: string): string;
}

/** @param agentId whose requests they are: not every secret is for every agent */
export function createHeaderFiller(
  headers: Readonly<Record<string, string>>,
  { agentId, sources }: { readonly agentId: string; readonly sources: SecretSources },
): HeaderFiller {
  const forms = new Set<string>();

  async function read(name: string, origin: string): Promise<string> {
    const found = await findSecret({ name, agents: [agentId], origin }, sources);
    if ("reason" in found) throw unusable(found.reason);
    if (!/^[\t\x20-\x7e\xa0-\xff]+$/.test(found.value))
      throw unusable(`the environment variable ${name} holds characters that a header cannot carry`);
    for (const form of formsOf(found.value)) forms.add(form);
    return found.value;
  }

  return {
    async fill(url) {
      const { origin } = new URL(url);
      const names = new Set(
        Object.values(headers).flatMap((value) =>
          Array.from(value.matchAll(secretHole), ([, name = ""]) => name),
        ),
      );
      const values = new Map<string, string>();
      for (const name of names) values.set(name, await read(name, origin));
      return Object.fromEntries(
        Object.entries(headers).map(([name, template]) => [
          name,
          template.replaceAll(secretHole, (_, variable: string) => values.get(variable) ?? ""),
        ]),
      );
    },
    hide: (text) =>
      [...forms]
        .toSorted((a, b) => b.length - a.length)
        .reduce((left, form) => left.replaceAll(form, "[secret]"), text),
  };
}

function unusable(message: string): ToolError {
  return new ToolError(message, { toldModel: "The tool is not set up.", nothingSent: true });
}

/** How a server may repeat a secret: unchanged, in JSON, in an address, in Base64. */
function formsOf(secret: string): readonly string[] {
  if (secret.length < minLength) return [];
  const base64 = Buffer.from(secret).toString("base64");
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64];
  return [...new Set(forms)];
}
