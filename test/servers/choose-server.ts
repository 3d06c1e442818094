/** A run's own space on a server. */
export interface Room {
  readonly url: string;
  /** Removes everything the run wrote there, and stops a server that was started for it. */
  close(): Promise<void>;
}

/** Where the tests may find a server of one kind. */
export interface Choices {
  /** The variable whose value is `named`. */
  readonly variable: string;
  /** The configured address; `undefined` or empty if there is none. */
  readonly named: string | undefined;
  /** Where such a server usually is on this machine. */
  readonly usual: string;
  /** Checks an existing server. @throws Error if it cannot be used, with the reason */
  readonly check: (url: string) => Promise<void>;
  /** Creates a space on a server that passed the check. @throws Error if it cannot be used after all */
  readonly take: (url: string) => Promise<Room>;
  /** Starts a server for this run; `undefined` if its programs are not installed. @throws Error if it does not start */
  readonly startOwn: (() => Promise<Room>) | undefined;
}

export type Choice =
  | {
      readonly room: Room;
      /** Completes "PostgreSQL: ...". */
      readonly which: string;
    }
  | {
      readonly room?: undefined;
      /** Why there is none. Completes "PostgreSQL: ...". */
      readonly missing: string;
    };

/**
 * Chooses: the configured server, else the usual one of this machine, else a new one, else none.
 *
 * @throws Error if the configured one cannot be used: those who configure it do not want its tests to be skipped
 */
export async function chooseServer({
  variable,
  named,
  usual,
  check,
  take,
  startOwn,
}: Choices): Promise<Choice> {
  const checkAndTake = async (url: string): Promise<Room> => {
    await check(url);
    return take(url);
  };
  if (named) {
    try {
      return { room: await checkAndTake(named), which: `the one that ${variable} names` };
    } catch (cause) {
      throw new Error(`The server that ${variable} names cannot be used: ${reasonOf(cause)}`, { cause });
    }
  }
  const { host } = new URL(usual);
  const reasons = [`${variable} is not set`];
  try {
    return { room: await checkAndTake(usual), which: `the one on ${host}` };
  } catch (error) {
    reasons.push(`the one on ${host} cannot be used (${reasonOf(error)})`);
  }
  try {
    if (startOwn) return { room: await startOwn(), which: "one that runs for these tests only" };
    reasons.push("none is installed that could be started");
  } catch (error) {
    reasons.push(`one of our own did not start (${reasonOf(error)})`);
  }
  return { missing: reasons.join(", ") };
}

/** Whether any server is available, so that nothing needs to be installed. */
export async function hasChoice({ named, usual, check, startOwn }: Choices): Promise<boolean> {
  if (named || startOwn) return true;
  return check(usual).then(
    () => true,
    () => false,
  );
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  // If several addresses of one name refused, there is a code but no message.
  return String(message || code || error)
    .replaceAll(/\s+/g, " ")
    .trim();
}
