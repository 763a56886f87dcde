import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, Result, RunOptions } from 'axe-core';

declare global {
  var axe: { run: (context: string | Document, options: RunOptions) => Promise<AxeResults> };
}

/** Waits until nothing moves, so that colours are those that stay. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  );
}

/** What axe found, in words; it finds nothing in a page that is well. */
const described = (found: Result[]) =>
  found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  );

// No account of what passes: describing every good element takes longer than finding the bad ones.
const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/** All rules, in one document: frames of other origins, for which a second page would be opened, do not occur here. */
async function violations(page: Page, within?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options(OPTIONS);
  const { violations: found } = await (within ? builder.include(within) : builder).analyze();
  return described(found);
}

/** The rules about colours alone, by the axe that {@link violations} has brought into the page. */
async function colourViolations(page: Page, within?: string): Promise<string[]> {
  const options: RunOptions = { ...OPTIONS, runOnly: ['color-contrast', 'link-in-text-block'] };
  const { violations: found } = await page.evaluate(
    (asked) => globalThis.axe.run(asked.within ?? document, asked.options),
    { within, options },
  );
  return described(found);
}

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
  await setColourScheme(page, 'dark');
  expect(await violations(page, within), 'accessibility violations in dark').toEqual([]);
  await setColourScheme(page, 'light');
  expect(await colourViolations(page, within), 'accessibility violations in light').toEqual([]);
}
