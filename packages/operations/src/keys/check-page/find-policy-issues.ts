import type { PageFinding } from "@servicechat/contract/admin";
import { findBlock, parsePolicy } from "./content-security-policy.ts";
import type { Block, Load } from "./content-security-policy.ts";

/** What a page says about what it may load. */
interface PoliciesToCheck {
  /** Of its headers. */
  readonly headers: readonly string[];
  /** In the page itself. */
  readonly metas: readonly string[];
  readonly page: URL;
  /** Base address of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** The address of the tag, and how it proves that it may run; `undefined` if no tag is in the page. */
  readonly tag: { readonly url: URL; readonly nonce: string; readonly integrity: string } | undefined;
}

/** The directive of each kind, and what visitors see without it. */
const kinds = {
  script: { code: "csp_script", directive: "script-src", subject: "the chat's script" },
  frame: { code: "csp_frame", directive: "frame-src", subject: "the chat's window" },
  connect: { code: "csp_connect", directive: "connect-src", subject: "requests to the chat service" },
} as const;

/** What content security policies of a page block of the chat. Every one of several policies must let it pass. */
export function findPolicyIssues({
  headers,
  metas,
  page,
  publicUrl,
  tag,
}: PoliciesToCheck): readonly PageFinding[] {
  const { origin } = new URL(publicUrl);
  const loads: readonly Load[] = [
    { kind: "script", url: tag?.url ?? new URL(`${publicUrl}/launcher.js`), page, ...(tag && { tag }) },
    { kind: "frame", url: new URL(`${publicUrl}/chat/`), page },
    { kind: "connect", url: new URL(`${publicUrl}/chat-bot/config`), page },
  ];
  // Browsers ignore a sandbox that stands in the page.
  const policies = [
    ...headers.map((text) => ({ policy: parsePolicy(text), isMeta: false })),
    ...metas.map((text) => {
      const policy = new Map(parsePolicy(text));
      policy.delete("sandbox");
      return { policy, isMeta: true };
    }),
  ];
  let isInPage = false;
  const findings = loads.flatMap((load): readonly PageFinding[] => {
    const blocks = policies.flatMap(({ policy, isMeta }) => {
      const block = findBlock(policy, load);
      return block ? [{ ...block, isMeta }] : [];
    });
    const [first] = blocks;
    if (!first) return [];
    isInPage ||= blocks.some(({ isMeta }) => isMeta);
    const { code, directive, subject } = kinds[load.kind];
    const others =
      blocks.length > 1 ? ` ${blocks.length} policies of the page do, and each must allow it.` : "";
    return [
      {
        code,
        sentence: `The page's Content-Security-Policy blocks ${subject}: ${quoted(first)}.${others}`,
        fix: fixOf(first, { directive, origin: load.kind === "script" ? load.url.origin : origin }),
      },
    ];
  });
  if (!isInPage) return findings;
  return [
    ...findings,
    {
      code: "csp_meta",
      sentence:
        'A policy that blocks the chat stands in the page itself, in <meta http-equiv="Content-Security-Policy">.',
      fix: "Change it there: a policy in the server's headers does not replace it, and both must allow the chat.",
    },
  ];
}

/** Longest part of a policy that is repeated, in UTF-16 units. */
const maxQuoted = 300;

function quoted({ directive, sources }: Block): string {
  const text = [directive, ...sources].join(" ");
  return text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
}

function fixOf(
  { directive: found, sources }: Block,
  { directive, origin }: { readonly directive: string; readonly origin: string },
): string {
  if (found === "sandbox") return "Add allow-scripts to the sandbox directive of the policy.";
  if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'"))
    return `With 'strict-dynamic' addresses do not count: give the tag the nonce of the page's other scripts, as nonce="…".`;
  // A directive that is more particular replaces the general one, so what that allows is repeated.
  const isGeneral = found === "default-src" || found === "child-src";
  const kept = sources.filter((source) => source.toLowerCase() !== "'none'");
  const wanted = [isGeneral ? directive : found, ...kept, origin].join(" ");
  const verb = isGeneral ? "Add to the policy" : "Change the policy to";
  const nonce = sources.some((source) => source.toLowerCase().startsWith("'nonce-"))
    ? " Or give the tag the nonce of the page's other scripts."
    : "";
  return wanted.length > maxQuoted
    ? `Add ${origin} to ${isGeneral ? `a ${directive} with the sources of ${found}` : found} in the policy.${nonce}`
    : `${verb}: ${wanted}.${nonce}`;
}
