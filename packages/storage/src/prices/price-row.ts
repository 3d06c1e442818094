/** A row of the table `prices`: what a million tokens cost, in millionths of the currency's unit. */
export interface PriceRow {
  id: string;
  model: string;
  /** The first moment of a day in UTC. */
  from_day: number;
  /** As ISO 4217 has it. */
  currency: string;
  input: number;
  output: number;
  /** `null` where tokens from the provider's cache cost what others do. */
  cached: number | null;
  created_at: number;
}
