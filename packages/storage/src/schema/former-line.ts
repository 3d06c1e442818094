/** The first step of databases from before the first release, whose tables had grown by many small steps. */
export const formerFirstStep = "0001-agents";

/** Why such a database is refused, for the operator. */
export const formerLineReason =
  "a version from before the first release wrote it, which cannot be upgraded; choose another database with SERVICECHAT_DATABASE_URL to begin anew, or continue to run the version that wrote it";
