import { TooLate } from "./query-timeouts.ts";

/** A number of connections, handed out in the order they are asked for. */
interface ConnectionSemaphore {
  /** Waits for a connection, as long as the line moves. @throws TooLate when it stands still */
  take(): Promise<void>;
  giveBack(): void;
}

interface Dependencies {
  readonly max: number;
  /** The queue is stuck when nothing was heard for this many milliseconds. */
  readonly standstillMs: number;
  /** Milliseconds since the database last answered anybody. */
  readonly silence: () => number;
}

/** The longest wait in a line that moves, in milliseconds: then there are far too many. */
const maxWaitMs = 10_000;

/** A queue for a busy database does not mean that it is gone, as long as it serves those in front. */
export function createConnectionSemaphore({ max, standstillMs, silence }: Dependencies): ConnectionSemaphore {
  const line = new Set<() => void>();
  let free = max;

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      let waited = 0;
      const check = () => {
        if (!line.has(enter) || (silence() < standstillMs && waited < maxWaitMs)) return;
        leave();
        reject(new TooLate(waited));
      };
      const timer = setInterval(() => {
        waited += standstillMs;
        // After a pause of this very process, answers may lie in the socket: they are read before the line counts as still.
        setImmediate(check);
      }, standstillMs);
      const enter = () => {
        leave();
        resolve();
      };
      const leave = () => {
        clearInterval(timer);
        line.delete(enter);
      };
      line.add(enter);
    });
  }

  return {
    async take() {
      if (free === 0) return wait();
      free -= 1;
    },
    giveBack() {
      const [next] = line;
      if (next) next();
      else free += 1;
    },
  };
}
