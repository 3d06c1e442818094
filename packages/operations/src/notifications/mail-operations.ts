import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";

/** Operations on the mail server. It is configured where the service runs; its state concerns owners. */
export const mailOperations = {
  /** How sending mail goes. */
  read: byRole("owner", ({ mail }) => mail.state()),

  /** Sends a test, and tells what the mail server said. */
  test: byRole("owner", async (parts, { to }: { readonly to: string }, actor) => {
    await parts.storage.audit.append(auditLine(parts, actor, "mail.test", null));
    return parts.mail.test(to);
  }),
};
