/**
 * Names headings the way GitHub does for one document: lower case, punctuation dropped, spaces as hyphens, and
 * `-1`, `-2` behind a name that was given before.
 */
export function createSlugs(): (heading: string) => string {
  const given = new Map<string, number>();
  return (heading) => {
    const plain = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-");
    let count = given.get(plain) ?? 0;
    let slug = count === 0 ? plain : `${plain}-${count}`;
    // "Notes", "Notes 1", "Notes": the plain count could meet a heading that has this name of its own.
    while (count > 0 && given.has(slug)) slug = `${plain}-${++count}`;
    given.set(plain, count + 1);
    if (slug !== plain) given.set(slug, 1);
    return slug;
  };
}
