/** Names of browsers by what their `User-Agent` has in it, the telling one before those that it also claims to be. */
const browsers = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The browser and the system as far as they tell, such as "Firefox on Linux"; empty where they do not. */
export function browserOf(userAgent: string | undefined): string {
  const text = userAgent ?? "";
  const name = (known: typeof browsers | typeof systems) =>
    known.find(([, pattern]) => pattern.test(text))?.[0];
  return [name(browsers), name(systems)].filter((word) => word !== undefined).join(" on ");
}
