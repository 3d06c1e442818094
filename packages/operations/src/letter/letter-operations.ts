import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";
import { isAsSeen } from "../lists/revision-of.ts";
import { tellDueWeek } from "./keep-letters.ts";
import { lastDue } from "./last-due.ts";
import { letterSetting, readLetter, type LetterSetting } from "./letter-setting.ts";

/** What is to be changed; what is left out stays. */
type LetterChange = Partial<LetterSetting> & { readonly seen?: string | undefined };

/** What can be done with the weekly letter, which webhooks with the event `week.ended` get. */
export const letterOperations = {
  read: byRole("owner", ({ storage }) => readLetter(storage)),

  change: byRole("owner", async (parts, { seen, ...values }: LetterChange, asker) => {
    if (values.zone !== undefined && !isZone(values.zone))
      return {
        kind: "letter_invalid",
        field: "zone",
        reason: "is not a time zone such as Europe/Berlin",
      } as const;
    const { revision, ...before } = await readLetter(parts.storage);
    if (!isAsSeen(revision, seen)) return { kind: "revision_outdated", revision } as const;
    const changed = { ...before, ...values };
    // What is due by now is told as it was set. What would be due by the change is not: it was no day of a letter.
    await tellDueWeek(parts);
    const end = lastDue(changed, parts.now());
    await parts.storage.webhooks.tellWeek({ end, isDue: true, isSilent: true });
    const result = await parts.storage.settings.set({
      name: letterSetting,
      value: JSON.stringify(changed),
      expected: Number(revision),
      audit: auditLine(parts, asker, "letter.change"),
    });
    if (result.kind === "set") return readLetter(parts.storage);
    return { kind: "revision_outdated", revision: String(result.revision) } as const;
  }),

  /** Sends the letter about the last seven days now, to everybody who gets it every week. */
  send: byRole("owner", async (parts, _: object, asker) => {
    const sent = await parts.storage.webhooks.tellWeek({
      end: parts.now(),
      audit: auditLine(parts, asker, "letter.send"),
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
