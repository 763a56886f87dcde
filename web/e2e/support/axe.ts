import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

async function violations(page: Page, within?: string): Promise<string[]> {
  // All rules, in one document: frames of other origins, for which a second page would be opened, do not occur here. And
  // no account of what passes: describing every good element takes longer than finding the bad ones.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await (within ? builder.include(within) : builder).analyze();
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`));
}

/**
 * Checks the page as it is now for accessibility violations, in light and in dark. `within` limits the check to a selector.
 * Afterwards the page is light again.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate((scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme), colorScheme);
    await settle(page);
    expect(await violations(page, within), `accessibility violations in ${colorScheme}`).toEqual([]);
  }
}
