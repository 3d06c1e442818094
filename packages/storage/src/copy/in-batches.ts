import type { Row } from "./copied-tables.ts";

/** A batch ends with this many rows, or when its text is as long as this, in UTF-16 units: memory stays bounded. */
const max = { rows: 500, text: 1_000_000 };

/** Rows in batches of a bounded size, each as large as a statement may well be. Holds one batch at a time. */
export function* inBatches(rows: Iterable<Row>): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let text = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) text += value?.length ?? 0;
    if (batch.length < max.rows && text < max.text) continue;
    yield batch;
    batch = [];
    text = 0;
  }
  if (batch.length > 0) yield batch;
}
