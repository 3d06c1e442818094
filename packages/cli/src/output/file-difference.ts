/**
 * What two texts differ in, as `diff -u` shows it. Comparing takes long to load: only commands that show a difference do.
 *
 * @param names what each text is called in the first two lines
 */
export async function fileDifference(
  [before, after]: readonly [string, string],
  names: readonly [string, string],
): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(names[0], names[1], before, after, undefined, undefined, options).trimEnd();
}
