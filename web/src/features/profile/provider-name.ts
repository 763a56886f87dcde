const NAMES: Readonly<Record<string, string>> = { google: 'Google', github: 'GitHub' };

/** The display name of the external provider among a user's sign-in methods; null if there is none. */
export function providerName(providers: readonly string[]): string | null {
  const provider = providers.find((name) => name !== 'email' && name !== 'phone');
  if (provider === undefined) return null;
  return NAMES[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}
