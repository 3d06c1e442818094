/** White where it stands out from the colour by 3 to 1 (WCAG 2.2, 1.4.11), else black. Takes `#rgb` or `#rrggbb`. */
export function foreground(colour: string): "#fff" | "#000" {
  const digits = (colour.length - 1) / 3;
  const light = (channel: number) =>
    (parseInt(colour.slice(channel * digits + 1, channel * digits + digits + 1), 16) / (16 ** digits - 1)) **
    2.2;
  // 1.05 / (luminance + 0.05) is the contrast with white.
  return 0.2126 * light(0) + 0.7152 * light(1) + 0.0722 * light(2) > 0.3 ? "#000" : "#fff";
}
