import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, Result, RunOptions } from 'axe-core';

/** Minified: a browser reads it in half the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A colour as axe computes with it. */
type Colour = { r: number; g: number; b: number; alpha: number; parseString: (text: string) => Colour };

declare global {
  var axe: {
    run: (context: string | Document, options: RunOptions) => Promise<AxeResults>;
    commons: { color: { Color: { prototype: Colour } } };
  };
}

/** Ends what moves, so that colours are those that stay. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
  });
}

/** What axe found, in words; it finds nothing in a page that is well. */
const described = (found: Result[]) =>
  found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  );

// No account of what passes: describing every good element takes longer than finding the bad ones.
const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/** In the page: a text that names a colour is read once. Axe reads it anew for each element, which takes half of its time. */
function rememberColours(): void {
  const { prototype } = globalThis.axe.commons.color.Color;
  const parse = prototype.parseString;
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function (this: Colour, text) {
    const found = known.get(text);
    if (found) return Object.assign(this, found);
    parse.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Brings axe into the page and its frames, once in the life of each document. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => typeof globalThis.axe !== 'undefined')) continue;
    await frame.evaluate(SOURCE);
    await frame.evaluate(rememberColours);
  }
}

/** What the rules find, in one document: frames of other origins, for which a second page would be opened, do not occur here. */
async function violations(page: Page, within?: string, rules: RunOptions = {}): Promise<string[]> {
  const { violations: found } = await page.evaluate(
    (asked) => globalThis.axe.run(asked.within ?? document, asked.options),
    { within, options: { ...OPTIONS, ...rules } },
  );
  return described(found);
}

/** The rules whose outcome depends on the colour scheme. */
const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

async function setColourScheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    (scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme),
    colorScheme,
  );
  await settle(page);
}

/**
 * Checks the page as it is now for accessibility violations, in light and in dark. `within` limits the check to a selector.
 * Afterwards the page is light again.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await bringAxe(page);
  await setColourScheme(page, 'dark');
  expect(await violations(page, within), 'accessibility violations in dark').toEqual([]);
  await setColourScheme(page, 'light');
  expect(await violations(page, within, COLOURS), 'accessibility violations in light').toEqual([]);
}
