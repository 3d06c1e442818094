import type { AuditAction, AuditEntry } from "@servicechat/contract/admin";
import type { Words } from "../../app/words/words.ts";

/** A piece of a sentence: fixed words, or a name that somebody has given. */
export interface SentencePart {
  readonly text: string;
  readonly isName: boolean;
}

type AuditWords = Words["audit"];
type Texts = Readonly<Record<string, string | undefined>>;

/**
 * What a line of the audit log says, such as “Ada invited Ben as responder”. A line that a newer version has written
 * says at least who did it.
 */
export function auditSentence(
  entry: AuditEntry,
  { audit, lang }: Pick<Words, "audit" | "lang">,
): SentencePart[] {
  const template = templateOf(entry, audit);
  return template.split(/(\{\w+\})/).flatMap((piece) => {
    if (piece === "{who}") return actorOf(entry, audit);
    if (piece === "{on}") return subjectOf(entry, audit);
    if (piece === "{details}") return detailsOf(entry, audit, lang);
    return piece === "" ? [] : [{ text: piece, isName: false }];
  });
}

function templateOf(
  { what, who, on, details }: AuditEntry,
  { sentences, detailed, unknown }: AuditWords,
): string {
  if (what === "operator.change" && details.length === 0 && on?.id === who.id) return detailed.own;
  if (what === "agent.apply" && details[0] === "created") return detailed.created;
  const withDetails: Texts = detailed;
  const plain: Texts = sentences;
  return (details.length > 0 ? withDetails[what] : undefined) ?? plain[what] ?? unknown;
}

function actorOf({ who: { kind, name } }: AuditEntry, { actors, namedToken }: AuditWords): SentencePart[] {
  if (name === undefined || name === "") return [{ text: actors[kind], isName: false }];
  return withName(kind === "token" ? namedToken : "{name}", name);
}

function subjectOf({ on }: AuditEntry, { named, unnamed, something }: AuditWords): SentencePart[] {
  const kind = on?.kind ?? "";
  const frame = (named as Texts)[kind];
  const name = on && nameOf(on);
  if (frame !== undefined && name) return withName(frame, name);
  return [{ text: (unnamed as Texts)[kind] ?? something, isName: false }];
}

/** The ids of agents and secrets are names that people have chosen; lines of earlier versions have only those. */
function nameOf({ kind, id, name }: NonNullable<AuditEntry["on"]>): string | undefined {
  return name ?? (kind === "agent" || kind === "secret" ? id : undefined);
}

function withName(frame: string, name: string): SentencePart[] {
  return frame
    .split(/(\{name\})/)
    .filter((piece) => piece !== "")
    .map((piece) => (piece === "{name}" ? { text: name, isName: true } : { text: piece, isName: false }));
}

/** How many parts of an agent a sentence names; of more it says that there are several. */
const mostParts = 3;

function detailsOf({ what, details }: AuditEntry, words: AuditWords, lang: string): SentencePart[] {
  const [first = ""] = details;
  if (what === "chat.assign") return [{ text: first, isName: true }];
  if (what !== "agent.apply") return [{ text: (words.roles as Texts)[first] ?? first, isName: false }];
  const known = details.some((part) => part in words.parts);
  const other = known ? words.otherParts : words.anyPart;
  const parts = [...new Set(details.map((part) => (words.parts as Texts)[part] ?? other))];
  const text = parts.length > mostParts ? words.severalParts : new Intl.ListFormat(lang).format(parts);
  return [{ text, isName: false }];
}

/** The page that has what an action was done to; `undefined` where there is none, or it is gone by this action. */
export function pageOf({ what, on }: AuditEntry): string | undefined {
  if (!on || gone.has(what as AuditAction)) return undefined;
  const id = encodeURIComponent(on.id);
  switch (on.kind) {
    case "agent":
      return `agents/${id}`;
    case "chat":
      return `chats/${id}`;
    case "gap":
      return `gaps/${id}`;
    case "answer":
      return `answers/${id}`;
    case "document":
      return `agents/${encodeURIComponent(on.id.split("/")[0] ?? "")}/knowledge`;
    case "key":
      return "keys";
    case "operator":
      return "settings/people";
    case "token":
      return "settings/tokens";
    case "webhook":
      return "settings/webhooks";
    case "canned":
      return "settings/canned";
    case "secret":
      return "settings/secrets";
    default:
      return undefined;
  }
}

const gone: ReadonlySet<AuditAction> = new Set([
  "agent.delete",
  "answer.delete",
  "chat.erase",
  "canned.delete",
  "document.remove",
  "operator.remove",
  "secret.remove",
  "webhook.delete",
]);
