/** The service's clock, as its answers tell it. */
interface ServiceClock {
  /** Takes the service's time from an answer of its. One that says none changes nothing. */
  readonly heed: (answer: Response) => void;
  /**
   * The time by the service's clock, in milliseconds since 1970, to a second or two; by this device's until the service has
   * answered. Whatever is compared with times that the service or another day has told goes by it: the clocks of visitors
   * are wrong by hours, and by years.
   */
  readonly now: () => number;
}

/** Makes the clock, which goes by this device's until the service has answered. */
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
