import { DatabaseUnfit } from "./database-unfit.ts";

/**
 * The file must not be written to: it is damaged, another program's, or in a place that cannot be written. The message
 * is a reason for the operator with the way out, without a full stop.
 */
export class DatabaseFileRefused extends DatabaseUnfit {}
