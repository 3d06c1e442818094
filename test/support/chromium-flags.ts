/**
 * Playwright disables features with one flag, and Chromium obeys only the last such flag, so Playwright's own are
 * repeated here.
 */
const featuresOff = [
  "AimEnabled",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  // Otherwise a process is started in advance for each page, and most of them show nothing before they end.
  "SpareRendererForSitePerProcess",
  // Frames of another site then have no storage at all, not even a partitioned one.
  "ThirdPartyStoragePartitioning",
  // Otherwise the address bar loads a page of 150 files for each window, which took half of a test's time.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

/** The flags of every Chromium in tests: it needs no display, uses no network, and loads nothing of its own. */
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
