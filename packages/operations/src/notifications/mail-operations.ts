import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";

/** What can be done with the mail server. It is set where the service runs; how it goes concerns owners. */
export const mailOperations = {
  /** How sending mail goes. */
  read: byRole("owner", ({ mail }) => mail.state()),

  /** Sends a test, and tells what the mail server said. */
  test: byRole("owner", async (parts, { to }: { readonly to: string }, asker) => {
    await parts.storage.audit.append(auditLine(parts, asker, "mail.test", null));
    return parts.mail.test(to);
  }),
};
