import Bowser from 'bowser';

/**
 * Names the program of a session by how it named itself: a browser with its system, any other by its first word.
 * @returns undefined for one that named itself not at all
 */
export function deviceName(userAgent: string | null): { browser: string; system: string } | string | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return { browser: browser.name, system: os.name };
  return browser.name || userAgent.split(/[\s/]/, 1)[0] || undefined;
}
