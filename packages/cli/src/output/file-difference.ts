/**
 * The difference between two texts, as `diff -u` shows it. The library is slow to load, so only commands that show a
 * difference load it.
 *
 * @param names the labels of the texts in the first two lines
 */
export async function fileDifference(
  [before, after]: readonly [string, string],
  names: readonly [string, string],
): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(names[0], names[1], before, after, undefined, undefined, options).trimEnd();
}
