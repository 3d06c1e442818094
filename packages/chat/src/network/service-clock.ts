/** The service's clock, according to its responses. */
interface ServiceClock {
  /** Reads the service's time from a response. One without a time changes nothing. */
  readonly heed: (answer: Response) => void;
  /**
   * The time by the service's clock, in milliseconds since 1970, to a second or two; by this device's until the service
   * has responded. Use it for comparisons with times from the service or another day: visitors' clocks may be wrong by
   * hours, or even years.
   */
  readonly now: () => number;
}

/** Creates the clock, which uses this device's until the service has responded. */
export function createServiceClock(): ServiceClock {
  /** How far the service's clock is ahead of this device's, in milliseconds. */
  let ahead = 0;
  return {
    heed({ headers }) {
      const told = Date.parse(headers.get("date") ?? "");
      if (told) ahead = told - Date.now();
    },
    now: () => Date.now() + ahead,
  };
}
