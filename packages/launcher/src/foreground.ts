/** White where it stands out from the colour by 3 to 1 (WCAG 2.2, 1.4.11), else black. Takes `#rgb` or `#rrggbb`. */
export function foreground(colour: string): "#fff" | "#000" {
  const channels = colour.match(colour[4] ? /\w{2}/g : /\w/g) as readonly string[];
  const [red, green, blue] = channels.map((digits) => {
    const value = `0x${digits}` as unknown as number; // the division makes a number of it
    return (value / (digits[1] ? 255 : 15)) ** 2.2;
  }) as [number, number, number];
  // 1.05 / (luminance + 0.05) is the contrast with white.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.3 ? "#000" : "#fff";
}
