/** The counts of one hour, agent and key. The names are those of `usage-counts.ts`. */
export interface UsageCountRow {
  /** The hour's first moment. */
  hour: number;
  agent_id: string;
  /** Empty when no key is known. */
  key_id: string;
  name: string;
  amount: number;
}
