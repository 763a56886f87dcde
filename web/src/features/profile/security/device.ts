import Bowser from 'bowser';

/** Program of a session: a browser with its system, or another program. */
export type Device = { program: string; system: string | undefined };

/**
 * Reads the program of a session from how it named itself; a program that is not a browser is named by its first word.
 * @returns undefined for one that did not name itself
 */
export function deviceOf(userAgent: string | null): Device | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent);
  const program = browser.name || userAgent.split(/[\s/]/, 1)[0];
  return program ? { program, system: os.name } : undefined;
}
