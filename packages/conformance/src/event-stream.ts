/** One event of a stream, as it was written. */
export interface HeardEvent {
  readonly name: string;
  readonly id: string;
  /** The content of the `data:` lines, and its JSON value; `undefined` if it is not JSON. */
  readonly json: string;
  readonly data: unknown;
}

/** A stream parsed by its own strict grammar. */
interface ReadStream {
  readonly events: readonly HeardEvent[];
  /** What is wrong, one sentence each. */
  readonly faults: readonly string[];
}

/**
 * Parses every complete event of the text. A lenient parser would do for a client; a check has to say what is wrong:
 * each event has one `event:`, one `id:` and one `data:` line with one JSON value, followed by a blank line.
 */
export function readEventStream(text: string): ReadStream {
  const blocks = text.replace(/\r\n?/g, "\n").split("\n\n");
  const unfinished = blocks.pop() ?? "";
  const events: HeardEvent[] = [];
  const faults: string[] = [];
  for (const block of blocks) {
    const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith(":"));
    if (lines.length === 0) continue; // comments are not events
    const { event, problems } = readBlock(lines);
    faults.push(...problems);
    if (event) events.push(event);
  }
  if (unfinished !== "") faults.push(`the text ends without a blank line: ${JSON.stringify(unfinished)}`);
  return { events, faults };
}

function readBlock(lines: readonly string[]): { event?: HeardEvent; problems: string[] } {
  const problems: string[] = [];
  const valuesOf = (field: string) =>
    lines.flatMap((line) =>
      line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, "")] : [],
    );
  for (const field of ["event", "id", "data"]) {
    const count = valuesOf(field).length;
    if (count !== 1) problems.push(`an event has ${count} '${field}:' lines: ${lines.join(" | ")}`);
  }
  const foreign = lines.find((line) => !/^(?:event|id|data|retry):/.test(line));
  if (foreign !== undefined) problems.push(`a line is not a field of an event: ${foreign}`);
  const json = valuesOf("data").join("\n");
  const data = parse(json);
  if (data === undefined) problems.push(`the data of an event is not JSON: ${json}`);
  const [name] = valuesOf("event");
  return name === undefined
    ? { problems }
    : { event: { name, id: valuesOf("id")[0] ?? "", json, data }, problems };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The `text` events joined. */
export function textOf(events: readonly HeardEvent[]): string {
  return events
    .flatMap(({ name, data }) => (name === "text" && typeof data === "string" ? [data] : []))
    .join("");
}
