import { publicKeyId } from "@servicechat/contract";
import type { PageFinding } from "@servicechat/contract/admin";
import type { PageScript, PageTags } from "@servicechat/knowledge";
import { hashSecret, secretOf } from "../key-secret.ts";

/** What a tag of a page should be. */
interface ExpectedTag {
  readonly keyId: string;
  /** Of the key. */
  readonly secretHash: string;
  /** The address of its script. */
  readonly launcher: string;
  readonly page: URL;
}

/** The tag that a page has, as far as policies go by it. */
interface FoundTag {
  readonly url: URL;
  readonly nonce: string;
  readonly integrity: string;
}

/** Types of scripts that browsers run. */
const runTypes =
  /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:1\.\d)?|text\/(?:jscript|livescript))$/i;
/** Cloudflare's Rocket Loader puts a word before the type, and runs the script itself. */
const rocketLoader = /^[0-9a-f]+-(?=text\/javascript$|module$|application\/javascript$)/i;

/** Finds the chat's tag in a page, and what is wrong with it. */
export function findTagIssues(
  { scripts, base }: PageTags,
  expected: ExpectedTag,
): { readonly tag: FoundTag | undefined; readonly findings: readonly PageFinding[] } {
  const from =
    base !== null && URL.canParse(base, expected.page.href) ? new URL(base, expected.page) : expected.page;
  const addressOf = (script: PageScript) => resolve(sourceOf(script), from);
  const isLauncher = (script: PageScript) => withoutQuery(addressOf(script)) === expected.launcher;
  const keyed = scripts.filter((script) => keyOf(script) !== undefined);
  const tags = keyed.length > 0 ? keyed : scripts.filter(isLauncher);
  if (tags.length === 0) {
    const isInserted = scripts.some(({ code }) => code.includes("launcher.js") && /ak_[0-9a-z]+_/.test(code));
    return { tag: undefined, findings: isInserted ? [] : [noTag] };
  }

  const findings: PageFinding[] = [];
  const ours = tags.filter((script) => hasKey(script, expected));
  const [tag = tags[0]] = ours;
  if (!tag) return { tag: undefined, findings: [noTag] };
  if (ours.length < tags.length) findings.push(otherKey(ours.length, tags));
  // An optimiser may have divided the tag in two: the launcher reads both parts.
  const source = addressOf(tag) ?? scripts.filter(isLauncher).map(addressOf)[0];
  if (withoutQuery(source) !== expected.launcher) findings.push(wrongService(source, expected.launcher));
  const type = tag.attributes["type"] ?? "";
  const isHeld =
    (type !== "" && !runTypes.test(type.replace(rocketLoader, ""))) || isWithoutSource(tag, source);
  if (isHeld) findings.push(heldBack(type));
  else if (!("async" in tag.attributes || "defer" in tag.attributes || type.toLowerCase() === "module"))
    findings.push(notAsync);
  const { nonce = "", integrity = "" } = tag.attributes;
  return { tag: { url: source ?? new URL(expected.launcher), nonce, integrity }, findings };
}

/** The address, also where a consent manager or an optimiser has renamed the attribute. */
function sourceOf({ attributes }: PageScript): string | undefined {
  if (attributes["src"] !== undefined) return attributes["src"];
  return Object.entries(attributes).find(
    ([name, value]) => /^data-(?:[a-z-]+-)?src$/.test(name) && /launcher\.js/.test(value),
  )?.[1];
}

const isWithoutSource = (script: PageScript, source: URL | undefined) =>
  script.attributes["src"] === undefined && source !== undefined && sourceOf(script) !== undefined;

const keyOf = ({ attributes }: PageScript) => attributes["data-agent-key"];

function hasKey(script: PageScript, { keyId, secretHash }: ExpectedTag): boolean {
  const key = keyOf(script) ?? "";
  return publicKeyId(key) === keyId && hashSecret(secretOf(key)) === secretHash;
}

function resolve(source: string | undefined, base: URL): URL | undefined {
  return source !== undefined && URL.canParse(source, base.href) ? new URL(source, base) : undefined;
}

const withoutQuery = (url: URL | undefined) => url && `${url.origin}${url.pathname}`;

const noTag: PageFinding = {
  code: "no_tag",
  sentence: "The tag is not in this page.",
  fix: "Paste it just before </body> and publish the page. If a tag manager or an app adds it, this check cannot see that: open the page, then look here whether the site was seen.",
};

const notAsync: PageFinding = {
  code: "not_async",
  sentence: "The tag has no async, so the page waits for it while it loads.",
  fix: "Add async to the tag, or copy the whole tag again.",
};

function otherKey(ours: number, tags: readonly PageScript[]): PageFinding {
  const code = "other_key";
  if (ours > 0)
    return {
      code,
      sentence: "The page has another chat tag with a different key. Only the one that runs first is used.",
      fix: "Remove the tag with the other key.",
    };
  const ids = tags.map((script) => publicKeyId(keyOf(script) ?? "")).filter((id) => id !== undefined);
  if (ids.length === 0)
    return {
      code,
      sentence: "The tag in the page has no complete key in data-agent-key.",
      fix: "Replace it with the tag of this key.",
    };
  return {
    code,
    sentence: `The tag in the page has another key: ${[...new Set(ids)].join(", ")}.`,
    fix: "Replace it with the tag of this key, unless the other one is meant.",
  };
}

function wrongService(source: URL | undefined, launcher: string): PageFinding {
  return {
    code: "wrong_service",
    sentence: source
      ? `The tag loads ${withoutQuery(source)}, but this service is at ${launcher}.`
      : "The tag has no address in src.",
    fix: `Copy the tag again: its src must be ${launcher}.`,
  };
}

function heldBack(type: string): PageFinding {
  return {
    code: "consent_type",
    sentence: `A consent manager or an optimiser holds the tag back${type === "" ? "" : `: with type="${type}" browsers do not run it`}.`,
    fix: "Let it run without consent if your rules allow that, or expect the chat only after visitors have agreed. To run it always, remove the attributes that were added to the tag.",
  };
}
