/** Small named values of the service itself; no visitor's. */
export interface KeyValueStore {
  /** In place of the value that the name had. */
  save(name: string, value: string): Promise<void>;
  /** Stores a value unless the name has one. Returns the current value, whichever node wrote it. */
  keep(name: string, value: string): Promise<string>;
  read(name: string): Promise<string | undefined>;
  /** Reads and removes, so that an old value is never taken twice. */
  take(name: string): Promise<string | undefined>;
  /** All whose names begin so. @param prefix letters, digits and colons */
  list(prefix: string): Promise<readonly { readonly name: string; readonly value: string }[]>;
}
