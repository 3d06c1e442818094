const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
  shy: "\u00AD",
  copy: "\u00A9",
  reg: "\u00AE",
  trade: "\u2122",
  hellip: "\u2026",
  ndash: "\u2013",
  mdash: "\u2014",
  lsquo: "\u2018",
  rsquo: "\u2019",
  ldquo: "\u201C",
  rdquo: "\u201D",
  laquo: "\u00AB",
  raquo: "\u00BB",
  bull: "\u2022",
  middot: "\u00B7",
  times: "\u00D7",
  deg: "\u00B0",
  euro: "\u20AC",
  pound: "\u00A3",
  larr: "\u2190",
  rarr: "\u2192",
};

/** Resolves numeric character references and the named ones that answers use; others stay as written. */
export function resolveReferences(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, resolve)
    : text;
}

function resolve(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? written) : written;
  const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isScalar = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isScalar ? String.fromCodePoint(point) : "\uFFFD";
}
