/**
 * The database answers, but this version of the service cannot work with it, and waiting will not help. The message is
 * a reason for the operator, without a full stop: `a newer version of the service wrote it`.
 */
export class DatabaseUnfit extends Error {
  override readonly name = "DatabaseUnfit";
}
