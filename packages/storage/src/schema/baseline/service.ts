/** What belongs to the service as a whole. */
export const serviceTables: readonly string[] = [
  // What the service stores for itself, by name: addresses of nodes, counts of limits, whether the demo was made.
  `create table notes (
    name text primary key,
    value text not null
  )`,

  // What operators set in the console.
  `create table settings (
    name text primary key,
    -- As JSON.
    value text not null,
    -- Counts the changes.
    revision bigint not null
  )`,
];
