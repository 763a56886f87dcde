const NAMES: Readonly<Record<string, string>> = { google: 'Google', github: 'GitHub' };

/** How people call the external provider among the ways in which somebody signs in; null when there is none. */
export function providerName(providers: readonly string[]): string | null {
  const provider = providers.find((name) => name !== 'email' && name !== 'phone');
  if (provider === undefined) return null;
  return NAMES[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}
