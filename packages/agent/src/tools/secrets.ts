import { secretHole } from "@servicechat/contract/agent-file";
import { ToolError } from "./tool-error.ts";

/** Shorter ones would be found in ordinary words. */
const minLength = 4;

/** Headers as they are sent, and how to keep what is secret in them out of all else. */
interface FilledHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** Takes the secrets out of a text that came back, for servers that repeat what they were sent. */
  readonly hide: (text: string) => string;
}

/**
 * Fills in `${NAME}` from the environment, at the time of the call, so that the values are stored nowhere.
 *
 * @throws ToolError that names the variable which is missing, or invalid in a header
 */
export function fillHeaders(
  headers: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string | undefined>>,
): FilledHeaders {
  const secrets = new Set<string>();
  const filled = Object.entries(headers).map(([name, template]): [string, string] => {
    const value = template.replaceAll(secretHole, (_, variable: string) => {
      const secret = readSecret(variable, environment);
      secrets.add(secret);
      return secret;
    });
    return [name, value];
  });
  const forms = [...secrets].flatMap(formsOf).toSorted((a, b) => b.length - a.length);
  return {
    headers: Object.fromEntries(filled),
    hide: (text) => forms.reduce((left, form) => left.replaceAll(form, "[secret]"), text),
  };
}

function readSecret(variable: string, environment: Readonly<Record<string, string | undefined>>): string {
  const value = environment[variable]?.trim();
  if (!value) throw unusable(`the environment variable ${variable} is not set`);
  if (!/^[\t\x20-\x7e]+$/.test(value))
    throw unusable(`the environment variable ${variable} holds characters that a header cannot carry`);
  return value;
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
