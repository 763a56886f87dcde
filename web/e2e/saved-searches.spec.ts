import { signIn } from './support/auth-forms.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('[A735,A736] a supplier saves a search, is notified of a new request, and chooses how', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Steel pipes' });

  await test.step('a guest signs in, and the search is saved once', async () => {
    const bob = await world.person('bob');
    await page.goto('/?q=steel&country=vn');
    await page.getByRole('button', { name: 'Save this search' }).click();
    await expect(page.getByText('Log in to save this search.')).toBeVisible();
    await signIn(page, bob.username);
    await expect(page).toHaveURL(/\/\?q=steel&country=vn$/);
    await expect(page.getByText('You will be told of new requests')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Search is saved' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Search is saved' })).toBeVisible();
    await page.setViewportSize(VIEWPORTS.phone);
    await expect(page.getByRole('listitem').filter({ hasText: 'Search is saved' })).toHaveCSS('position', 'static');
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });

  await test.step('a new request is told, and leads to the search', async () => {
    await world.createPost(anna, { title: 'Steel coils' });
    await world.sql(`select public.housekeep('saved-searches', 500)`);
    await world.sql(`select public.housekeep('saved-searches', 500)`);
    await page.goto('/');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('dialog').getByText('1 new request matches "steel, Vietnam"').click();
    await expect(page).toHaveURL(/\/\?q=steel&country=vn&saved=\d+&since=\d+$/);
    const cards = page.getByRole('article');
    await expect(
      cards.filter({ hasText: 'Steel coils' }).getByText('New', { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await expect(cards.filter({ hasText: 'Steel pipes' })).toBeVisible();
    await expect(cards.filter({ hasText: 'Steel pipes' }).getByText('New', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Search is saved' })).toBeVisible();
  });

  await test.step('it is renamed, silenced and deleted', async () => {
    await page.getByRole('link', { name: 'Search is saved' }).click();
    await expect(page.getByText('1 new request so far')).toBeVisible();
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.getByRole('textbox', { name: /^Rename/ }).fill('Steel');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Steel', exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Mails about Steel' }).selectOption('weekly');
    await expect(page.getByText('No mails: this kind is off below')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'New requests for a saved search By mail' }).selectOption('off');
    await expect(page.getByText('No mails: this kind is off below')).toBeVisible();
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete Steel' }).click();
    await expect(page.getByRole('heading', { name: 'Saved searches' })).toHaveCount(0);
  });
});

test('[A736] each page of an opened saved search marks what is new', async ({ page, world }) => {
  const [anna, bob] = [await world.person('anna'), await world.person('bob')];
  await world.createPost(anna, { title: 'Steel pipes' });
  await bob.client.rpc('save_search', { name: 'Steel', search: 'steel' });
  for (let n = 1; n <= 11; n += 1) await world.createPost(anna, { title: `Steel coils ${n}` });
  for (let runs = 0; runs < 2; runs += 1) await world.sql(`select public.housekeep('saved-searches', 500)`);
  await loginAs(page, world, bob);
  await page.goto('/');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog').getByText('11 new requests match "Steel"').click();
  const isNew = (title: string) =>
    page.getByRole('article').filter({ hasText: title }).getByText('New', { exact: true }).filter({ visible: true });
  await expect(isNew('Steel coils 11')).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages of posts' }).getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/\?q=steel&saved=\d+&since=\d+&page=2$/);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(isNew('Steel coils')).toHaveCount(1);
  await expect(isNew('Steel pipes')).toHaveCount(0);
});
