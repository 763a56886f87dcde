import { LOCALES } from '@domain/locale.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { createQuote } from './support/quotes.ts';
import { watchShifts } from './support/shifts.ts';
import { VIEWPORTS } from './support/viewports.ts';

for (const [name, viewport] of Object.entries(VIEWPORTS)) {
  test(`little moves while the page of a quoted post and the list of quotes load, on a ${name}`, async ({
    page,
    world,
  }) => {
    const [anna, bob] = [await world.person('anna'), await world.person('bob')];
    const rice = await world.createPost(anna, { title: 'Rice' });
    await createQuote(bob, rice.id);
    for (const title of ['Tea', 'Salt', 'Jute', 'Oats'])
      await createQuote(bob, (await world.createPost(anna, { title })).id);
    await loginAs(page, world, bob);
    await page.setViewportSize(viewport);
    const moved = await watchShifts(page);
    await page.goto(`/post/rice-${rice.id}`, { waitUntil: 'networkidle' });
    await expect(page.getByText('You quoted on')).toBeVisible();
    expect(await moved()).toBeLessThan(0.05);
    await page.goto('/my-quotes', { waitUntil: 'networkidle' });
    await expect(page.getByRole('link', { name: 'Oats' })).toBeVisible();
    expect(await moved()).toBeLessThan(0.05);
  });

  for (const locale of Object.keys(LOCALES)) {
    test(`little moves where the page waits for its user before it waits for quotes (${locale}), on a ${name}`, async ({
      page,
      world,
    }) => {
      const [anna, bob] = [await world.person('anna'), await world.person('bob')];
      await createQuote(bob, (await world.createPost(anna, { title: 'Oats' })).id);
      await loginAs(page, world, bob);
      await page.setViewportSize(viewport);
      const moved = await watchShifts(page);
      let answer = () => {};
      const answered = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/rest/v1/accounts?*', async (route) => {
        await answered;
        await route.continue();
      });
      await page.goto(`/my-quotes?lang=${locale}`);
      await expect(page.locator('main [role="status"] .mantine-Loader-root')).toBeVisible();
      const footer = page.getByRole('contentinfo');
      // Its last part comes late.
      await expect(footer.getByRole('button', { name: 'English' })).toBeAttached();
      await expect(footer).not.toBeInViewport();
      answer();
      await expect(page.getByRole('link', { name: 'Oats' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await moved()).toBeLessThan(0.05);
    });
  }
}
