/** Playwright turns features off by one flag, and of two such flags Chromium obeys the last: its own are repeated here. */
const featuresOff = [
  "AimEnabled",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  // A frame of another site that may not store has no storage at all then, not even one of its own for each site.
  "ThirdPartyStoragePartitioning",
  // What the address bar would show is a page of 150 files, loaded for each window: it took half of a test's time.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

/** What every Chromium of a test is started with: it needs no display, asks nobody on the network, and loads nothing of its own. */
export const chromiumFlags: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${featuresOff.join(",")}`,
];
