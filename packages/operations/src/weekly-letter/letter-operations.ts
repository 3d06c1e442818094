import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";
import { isAsSeen } from "../paging/revision-of.ts";
import { enqueueDueLetter } from "./enqueue-due-letter.ts";
import { lastDue } from "./last-due.ts";
import { letterSetting, readLetter, type LetterSetting } from "./letter-setting.ts";

/** The changes; omitted fields stay. */
type LetterChange = Partial<LetterSetting> & { readonly seen?: string | undefined };

/** Operations on the weekly letter, which webhooks with the event `week.ended` receive. */
export const letterOperations = {
  read: byRole("owner", ({ storage }) => readLetter(storage)),

  change: byRole("owner", async (parts, { seen, ...values }: LetterChange, actor) => {
    if (values.zone !== undefined && !isZone(values.zone))
      return {
        kind: "letter_invalid",
        field: "zone",
        reason: "must be a time zone, such as Europe/Berlin",
      } as const;
    const { revision, ...before } = await readLetter(parts.storage);
    if (!isAsSeen(revision, seen)) return { kind: "revision_outdated", revision } as const;
    const changed = { ...before, ...values };
    // A letter that is already due is sent according to the old setting. One that would be due by the change is not:
    // that was not a day for a letter.
    await enqueueDueLetter(parts);
    const end = lastDue(changed, parts.now());
    await parts.storage.webhooks.tellWeek({ end, isDue: true, isSilent: true });
    const result = await parts.storage.settings.set({
      name: letterSetting,
      value: JSON.stringify(changed),
      expected: Number(revision),
      audit: auditLine(parts, actor, "letter.change"),
    });
    if (result.kind === "set") return readLetter(parts.storage);
    return { kind: "revision_outdated", revision: String(result.revision) } as const;
  }),

  /** Sends the letter about the last seven days now, to everybody who gets it every week. */
  send: byRole("owner", async (parts, _: object, actor) => {
    const sent = await parts.storage.webhooks.tellWeek({
      end: parts.now(),
      audit: auditLine(parts, actor, "letter.send"),
    });
    if (sent > 0) return { sent };
    const reason = "has no recipients: first add a webhook or an address with the event week.ended";
    return { kind: "letter_invalid", field: "letter", reason } as const;
  }),
};

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
