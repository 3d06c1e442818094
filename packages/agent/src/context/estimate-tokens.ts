/**
 * Tokens that text takes, about: 4 characters each. Right within a third for European languages; Chinese, Japanese
 * and Korean take more, and there the provider's own refusal makes the agent send less.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
