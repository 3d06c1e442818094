import type { AuditEntry } from "../audit/audit-store.ts";

/** The price of a model's tokens from a day on, until the day of its next price. */
export interface Price {
  readonly id: string;
  /** By the name that its replies are counted under. */
  readonly model: string;
  /** The first moment of a day in UTC. */
  readonly from: number;
  /** As ISO 4217 has it, such as `EUR`. */
  readonly currency: string;
  /** For a million tokens, in millionths of the currency's unit: whole numbers, so that sums are exact. */
  readonly input: number;
  readonly output: number;
  /** Of input tokens that the provider had kept; `null` where they cost what others do. */
  readonly cached: number | null;
  readonly createdAt: number;
}

/** Prices that the operator has entered, all in one currency. Writes are made one after another on all nodes. */
export interface PriceStore {
  /** By model, the newest of each first. */
  list(): Promise<readonly Price[]>;
  /** In place of the price that the model had from the same day on. */
  set(
    price: Price,
    audit?: AuditEntry,
  ): Promise<{ readonly kind: "set" } | { readonly kind: "currency_differs"; readonly currency: string }>;
  /** @returns false when there is none */
  remove(removal: { readonly id: string; readonly audit?: AuditEntry }): Promise<boolean>;
}
