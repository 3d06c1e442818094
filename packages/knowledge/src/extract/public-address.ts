/** A public address without its fragment; `undefined` when it is not an absolute http or https address. */
export function publicAddress(value: string): string | undefined {
  const address = URL.parse(value.trim());
  if (address?.protocol !== "http:" && address?.protocol !== "https:") return undefined;
  address.hash = "";
  return address.href;
}
