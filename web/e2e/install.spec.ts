import sharp from 'sharp';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';

test.use({ sparesData: false });

const kept = async () => {
  const found: string[] = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return found;
};

test('[A758] the page opens without a network, says so, and has kept nothing of anybody', async ({
  page,
  world,
  context,
}) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, { title: 'Rice' });
  await loginAs(page, world, 'bob');

  await test.step('a first visit asks for nothing of it before it is used', async () => {
    // After 8 s a page fetches ahead that nobody uses: a busy machine may take longer to show it.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      Object.assign(window, {
        setTimeout: (work: () => void, ms?: number, ...given: unknown[]) =>
          ms === 8_000 ? 0 : setTimeout(work, ms, ...given),
      });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(asked.filter((path) => /sw\.js|manifest|icon-\d|make-installable/.test(path))).toEqual([]);
  });

  await test.step('once it is used, its files are kept, and nothing else', async () => {
    await page.mouse.move(100, 300);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(async () => (await page.evaluate(kept)).length).toBeGreaterThan(10);
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/');
    await expect(card(page, 'Rice')).toBeVisible();
    const others = (await page.evaluate(kept)).filter((path) => !path.startsWith('/assets/'));
    expect(others).toEqual(['/profile']);
    const shell = await page.evaluate(async () => (await caches.match('/profile'))?.text());
    expect(shell).toContain('<title>Marketplace Platform: Business for everyone</title>');
    expect(shell).not.toMatch(/Rice|anna|bob/);
  });

  await test.step('without a network it opens and says so; the rest comes with the network', async () => {
    await context.setOffline(true);
    await page.goto('/');
    await expect(page.getByText('No connection.', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await context.setOffline(false);
    await expect(card(page, 'Rice')).toBeVisible();
  });

  await test.step('with a network the page is the one of the site', async () => {
    const answer = await page.goto(`/post/rice-${id}`);
    expect(await answer?.text()).toContain('<title>Rice · ');
  });
});

test('[A758] a full disk keeps no file from the page, with a worker and without', async ({ page, context, world }) => {
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(world.webUrl);
  const leaveRoomFor = async (bytes: number) =>
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
  const code = async (name: string) => await page.waitForResponse((each) => each.url().includes(`/assets/${name}-`));
  const useThePage = async () => {
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).hover();
  };

  await test.step('a worker that finds no room holds up nothing that is fetched ahead', async () => {
    await leaveRoomFor(1);
    const ahead = code('post-page');
    await useThePage();
    await ahead;
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  });

  await test.step('a worker that finds none later fetches what it cannot keep', async () => {
    await leaveRoomFor(1_000_000_000);
    await useThePage();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await leaveRoomFor(1);
    const fetched = code('privacy-page');
    await page.goto('/privacy');
    await fetched;
    expect((await page.evaluate(kept)).filter((path) => path.includes('privacy-page'))).toEqual([]);
  });
});

test('[A758] the manifest has the icons that systems ask for', async ({ page }) => {
  const manifest: { icons: { src: string; sizes: string; type: string }[] } = await (
    await page.request.get('/manifest.json')
  ).json();
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await page.request.get(src);
    const { width, height, format } = await sharp(await answer.body()).metadata();
    expect([`${width}x${height}`, `image/${format}`, answer.headers()['content-type']]).toEqual([sizes, type, type]);
  }
});
