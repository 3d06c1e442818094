/** Bytes, counted as in agent files, so that a limit is shown as it was written there. */
const kilobyte = 1024;
const megabyte = kilobyte ** 2;

/** A size in bytes, formatted for people: whole kilobytes, or megabytes from one megabyte on. */
export function fileSize(bytes: number, lang: string): string {
  const isLarge = bytes >= megabyte;
  const format = new Intl.NumberFormat(lang, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return format.format(isLarge ? bytes / megabyte : Math.max(1, Math.round(bytes / kilobyte)));
}
