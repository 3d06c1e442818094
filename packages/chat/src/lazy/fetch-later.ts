/** How many failures in a row say that a file is not only late. */
const many = 6;

/**
 * Fetches a file that comes later, each time by another address: a browser may keep the failure of an address for as long
 * as the page lives (whatwg/html#10327 ends that).
 *
 * @param fetchFile takes what its address is to end with, which the build sees to
 * @param losses how often it has failed before
 */
export type FetchLater = <Module>(
  fetchFile: (ending: string) => Promise<Module>,
  losses: number,
) => Promise<Module>;

/** @param onMissed what is to be done each time that a file has failed often: perhaps the service has it no more */
export const createFetchLater =
  (onMissed: () => void): FetchLater =>
  (fetchFile, losses) => {
    if (losses >= many) onMissed();
    return fetchFile(losses > 0 ? `?again=${losses}` : "");
  };
