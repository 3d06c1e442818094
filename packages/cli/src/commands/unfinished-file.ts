/** Separates the name of a file from the id of the process that is writing it. */
type Marker = ".restoring-" | ".unfinished-";

/** The name of a database while this process writes it. It gets its final name only when it is complete. */
export function unfinishedName(file: string, marker: Marker): string {
  return `${file}${marker}${process.pid}`;
}
