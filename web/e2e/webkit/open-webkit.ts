import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from 'embedded-supabase/free-port';
import { vi } from 'vitest';
import { z } from 'zod';
import { findBrowser } from '../../../scripts/machine/browser.mjs';

/** How long the driver waits for an element, and this file for the driver. */
const WAIT_MS = 20_000;

/** The name that WebDriver gives to references of elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const elementSchema = z.object({ [ELEMENT]: z.string() }).transform((element) => element[ELEMENT]);
const sessionSchema = z.object({ sessionId: z.string() });

/** The header of the page itself, once the still that is drawn before it is gone. */
const PAGE = "//body[not(.//*[contains(concat(' ', @class, ' '), ' still ')])]//header//a";

/** A window of WebKit. Elements are named by XPath; each call waits until there is one, and throws if there is none. */
export interface WebKitWindow {
  open: (url: string) => Promise<void>;
  click: (xpath: string) => Promise<void>;
  /** Types into a field, key by key. */
  type: (xpath: string, text: string) => Promise<void>;
  /** The text of an element, as it is shown. */
  read: (xpath: string) => Promise<string>;
  close: () => Promise<void>;
}

/** Opens a window of this machine's WebKit by WebDriver, on a screen of its own. Throws where it is not installed. */
export async function openWebKit(): Promise<WebKitWindow> {
  const port = await freePort();
  // The screen ends with the process group.
  const driver = spawn('xvfb-run', ['--auto-servernum', await findBrowser(), `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  });
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = z.object({ value: z.unknown() }).parse(await response.json());
    if (!response.ok) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(value)}`);
    return value;
  };
  await vi.waitFor(() => request('GET', '/status'), WAIT_MS);

  const alwaysMatch = { timeouts: { implicit: WAIT_MS } };
  const { sessionId } = sessionSchema.parse(await request('POST', '/session', { capabilities: { alwaysMatch } }));
  const call = (method: string, path: string, body?: object) => request(method, `/session/${sessionId}${path}`, body);
  const find = async (xpath: string) =>
    `/element/${elementSchema.parse(await call('POST', '/element', { using: 'xpath', value: xpath }))}`;
  await call('POST', '/window/rect', { width: 1280, height: 900 });
  return {
    open: async (url) => {
      await call('POST', '/url', { url });
      await find(PAGE);
    },
    click: async (xpath) => {
      await call('POST', `${await find(xpath)}/click`, {});
    },
    type: async (xpath, text) => {
      await call('POST', `${await find(xpath)}/value`, { text });
    },
    read: async (xpath) => z.string().parse(await call('GET', `${await find(xpath)}/text`)),
    close: async () => {
      await request('DELETE', `/session/${sessionId}`);
      if (driver.pid === undefined) return;
      process.kill(-driver.pid);
      await once(driver, 'exit');
    },
  };
}
