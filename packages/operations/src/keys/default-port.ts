/** The port that a scheme uses when none is written. */
export const defaultPort = { http: 80, https: 443 } as const;
