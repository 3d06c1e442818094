import type { PageFinding } from "@servicechat/contract/admin";
import type { FetchedPage } from "@servicechat/knowledge";
import type { KeyRecord } from "@servicechat/storage";
import type { Actor } from "../../access/actor.ts";
import { auditLine } from "../../access/audit.ts";
import type { WithId } from "../../access/operation.ts";
import type { RefusedAs } from "../../access/refused.ts";
import type { OperationContext } from "../../operation-context.ts";
import { keySubject } from "../change-keys.ts";
import { compileAllowlist } from "../origin-allowlist.ts";
import { findPolicyIssues } from "./find-policy-issues.ts";
import { findTagIssues } from "./find-tag-issues.ts";

/** A page on which a key's chat should work. */
export interface PageToCheck extends WithId {
  /** Without a scheme, https is meant. */
  readonly url: string;
  /** Base address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** What was found on a page. */
export interface CheckedPageResult {
  /** Whether a server answered. */
  readonly reached: boolean;
  readonly status: number | null;
  /** Empty: all is well. */
  readonly findings: readonly PageFinding[];
  /** When the key was last admitted from the page's site; `null`: not yet. */
  readonly lastSeenAt: number | null;
}

/** Checks of one person or token at the same time: each fetches a page and starts a process. */
const maxAtOnce = 2;
const running = new Map<string, number>();

/** Fetches a page and says what keeps the chat from working on it. */
export async function checkPage(
  context: OperationContext,
  key: KeyRecord,
  { url: given, publicUrl }: PageToCheck,
  actor: Actor,
): Promise<CheckedPageResult | RefusedAs<"input_invalid" | "key_not_found" | "rate_limited">> {
  const { storage, knowledge, now } = context;
  if (key.revokedAt !== null && key.revokedAt <= now()) return { kind: "key_not_found", id: key.id };
  const asked = readAddress(given);
  if (!asked)
    return {
      kind: "input_invalid",
      field: "url",
      reason: "must be an address such as https://shop.example/",
    };
  const who = actor.session ?? actor.id ?? actor.kind;
  const count = running.get(who) ?? 0;
  if (count >= maxAtOnce)
    return {
      kind: "rate_limited",
      detail: "You are already checking pages. Wait for the results.",
      retryAfter: 5,
    };
  running.set(who, count + 1);
  try {
    await storage.audit.append(auditLine(context, actor, "key.check", keySubject(key)));
    const fetched = await knowledge.fetchPage(asked.href);
    const page = "failure" in fetched ? asked : new URL(fetched.url);
    const lastSeenAt = await findLastSeen(context, key, page.origin);
    return { ...findIssues(fetched, { asked, key, publicUrl, lastSeenAt }), lastSeenAt };
  } finally {
    const left = (running.get(who) ?? 1) - 1;
    if (left > 0) running.set(who, left);
    else running.delete(who);
  }
}

interface Subject {
  readonly asked: URL;
  readonly key: KeyRecord;
  readonly publicUrl: string;
  readonly lastSeenAt: number | null;
}

/** What is wrong with a page that was fetched, or with fetching it. */
export function findIssues(
  fetched: FetchedPage,
  { asked, key, publicUrl, lastSeenAt }: Subject,
): Omit<CheckedPageResult, "lastSeenAt"> {
  if ("failure" in fetched) return unread(fetched.status, fetched.failure);
  const { status, tags } = fetched;
  if (status >= 400) return unread(status, `The server answered ${status} instead of the page.`);
  const page = new URL(fetched.url);
  const away = hasLeft(asked, page) ? [redirectedAway(page)] : [];
  if (!tags) {
    const sentence = "There is no HTML page at this address.";
    const fix = "Give the address of a page on which the chat should be.";
    return { reached: true, status, findings: [...away, { code: "no_tag", sentence, fix }] };
  }
  const launcher = `${publicUrl}/launcher.js`;
  const { id: keyId, secretHash } = key;
  const { tag, findings } = findTagIssues(tags, { keyId, secretHash, launcher, page });
  const policies = { headers: fetched.policies, metas: tags.policies };
  return {
    reached: true,
    status,
    findings: [
      ...away,
      ...findings.map((finding) => (lastSeenAt === null ? finding : withSeen(finding))),
      ...(compileAllowlist(key.allowed)(page.origin) ? [] : [notAllowed(page)]),
      ...findPolicyIssues({ ...policies, page, publicUrl, tag }),
    ],
  };
}

function unread(status: number | null, sentence: string): Omit<CheckedPageResult, "lastSeenAt"> {
  const fix =
    "Open the address in a browser without signing in. The service must be able to reach it in the same way: pages behind a password, a firewall or on your own machine cannot be checked.";
  return { reached: status !== null, status, findings: [{ code: "not_reached", sentence, fix }] };
}

/** `undefined` if it is not the address of a page. */
function readAddress(given: string): URL | undefined {
  const text = given.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  url.hash = "";
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url : undefined;
}

/** Whether a page is on another site than asked: its https address, and the name with or without www, are the same. */
function hasLeft(asked: URL, page: URL): boolean {
  const host = ({ host: name }: URL) => name.replace(/^www\./, "");
  return host(asked) !== host(page);
}

function redirectedAway(page: URL): PageFinding {
  return {
    code: "redirected_away",
    sentence: `The address redirects to another site: ${page.origin}. That page was checked.`,
    fix: "If visitors land there too, put the tag on that site and allow it for this key. If a sign-in page is in between, check a page that needs none.",
  };
}

function notAllowed({ origin }: URL): PageFinding {
  return {
    code: "site_not_allowed",
    sentence: `The key is not allowed on ${origin}, so the chat stays hidden there.`,
    fix: `Add ${origin} to the allowed sites of this key.`,
  };
}

/** A tag that the page itself does not have may be added by a script. */
function withSeen(finding: PageFinding): PageFinding {
  if (finding.code !== "no_tag") return finding;
  return {
    ...finding,
    sentence: `${finding.sentence} But the key was used on this site: another page has the tag, or a tag manager adds it.`,
  };
}

async function findLastSeen(
  { storage }: OperationContext,
  key: KeyRecord,
  origin: string,
): Promise<number | null> {
  const found = await storage.keySites.list({ scope: { agents: null }, keyId: key.id });
  const site = found?.sites.find((each) => each.origin === origin);
  return site && site.admitted > 0 ? site.lastAt : null;
}
