/** The resident memory of a process, in bytes, from `/proc/<pid>/status`. @throws if the text does not contain it */
export function readResidentBytes(status: string): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error("no resident memory in the status of a process");
  return Number(kilobytes) * 1024;
}
