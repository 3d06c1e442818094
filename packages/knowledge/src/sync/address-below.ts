/** The public address of a file: its path below the pattern's fixed part, added to the folder's address. */
export function addressBelow(linkBase: string, below: string): string {
  const address = new URL(linkBase);
  const folder = address.pathname.endsWith("/") ? address.pathname : `${address.pathname}/`;
  address.pathname = folder + below.split("/").map(encodeURIComponent).join("/");
  address.hash = "";
  return address.href;
}
