/** What loading parts needs. */
export interface LazyModuleDependencies {
  readonly fetchLater: FetchLater;
  /** Waits this many milliseconds; it may return early if the network comes back. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** How many failures in a row indicate that a file is not just late. */
const many = 6;

/**
 * Loads a file, each time with another URL: browsers may remember the failure of a URL for as long as the page lives
 * (whatwg/html#10327 ends that).
 *
 * @param fetchFile takes the end of the URL, which the build provides for
 * @param losses how often it has failed before
 */
export type FetchLater = <Module>(
  fetchFile: (ending: string) => Promise<Module>,
  losses: number,
) => Promise<Module>;

/** @param onMissed called each time that a file has failed often: the service may no longer have it */
export const createFetchLater =
  (onMissed: () => void): FetchLater =>
  (fetchFile, losses) => {
    if (losses >= many) onMissed();
    return fetchFile(losses > 0 ? `?again=${losses}` : "");
  };
