/** The item at a path, and the values of `{name}` in it. */
interface FoundPath<Item> {
  readonly item: Item;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds all items at a path. A fixed segment takes precedence over one that matches anything. */
export function createPathFinder<Item>(
  items: Readonly<Record<string, Item>>,
): (path: string) => readonly FoundPath<Item>[] {
  const paths = Object.entries(items).map(([path, item]) => ({ segments: path.split("/"), item }));
  // Stable: of two paths that both fit, the one with fewer open segments comes first.
  const isOpen = (segment: string) => segment.startsWith("{");
  const isRest = (segment: string | undefined) => segment?.endsWith("...}") === true;
  paths.sort((one, other) => one.segments.filter(isOpen).length - other.segments.filter(isOpen).length);

  return (path) => {
    const raw = path.split("/");
    const whole = raw.map(decode);
    return paths.flatMap(({ segments, item }) => {
      const last = segments.at(-1);
      const before = segments.length - 1;
      if (isRest(last) ? whole.length < segments.length : whole.length !== segments.length) return [];
      // What cannot be read is empty, which whoever asks for a rest refuses.
      const rest = isRest(last) ? [decode(raw.slice(before).join("/")) ?? ""] : whole.slice(before);
      const given = [...whole.slice(0, before), ...rest];
      const params: Record<string, string> = {};
      const fits = segments.every((segment, index) => {
        const value = given[index];
        if (!isOpen(segment)) return segment === value;
        if (value === undefined || (value === "" && !isRest(segment))) return false;
        params[/^\{(\w+)/.exec(segment)?.[1] ?? ""] = value;
        return true;
      });
      return fits ? [{ item, params }] : [];
    });
  };
}

/** A segment as it was meant; `undefined` for one that cannot be read, or that no database takes. */
function decode(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
