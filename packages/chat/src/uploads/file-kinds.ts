/** The kinds of files that a service may accept, by their extensions: browsers do not know all of them. */
const endings: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
};

/** The media type of a file by its name, otherwise the browser's. The service checks the content. */
export function mediaTypeOf({ name, type }: File): string {
  return endings[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? type;
}

/** Names for people, such as "PNG, PDF". */
export function kindNames(types: readonly string[]): string {
  return endingsOf(types)
    .filter((ending) => ending !== "jpg")
    .map((ending) => ending.toUpperCase())
    .join(", ");
}

/** What a file dialog offers: media types and extensions. */
export function acceptedKinds(types: readonly string[]): string {
  return [...types, ...endingsOf(types).map((ending) => `.${ending}`)].join(",");
}

const endingsOf = (types: readonly string[]): string[] =>
  Object.entries(endings).flatMap(([ending, type]) => (types.includes(type) ? ending : []));

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
