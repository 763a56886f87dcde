/**
 * What every story starts from: `world` (an empty marketplace on a real backend, with personas that register on first use) and
 * `page` at its address. A story fails when the page throws an error that nobody caught, or tries what its policy forbids.
 */
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import type { Backend } from '../../../supabase/tests/support/backend.ts';
import { startEmbedded } from '../../../supabase/tests/support/embedded/start-embedded.ts';
import { createWorld, type World } from '../../../supabase/tests/support/world.ts';
import { loginAs } from './login-as.ts';
import { spareData } from './spare-data.ts';

/** How many times slower pages compute: what a story takes for granted about time goes red (`E2E_CPU_SLOWDOWN=8`). */
const CPU_SLOWDOWN = Number(process.env['E2E_CPU_SLOWDOWN'] ?? 1);

interface TestFixtures {
  /** New accounts have to confirm their address first: `test.use({ requireEmailVerification: true })`. */
  requireEmailVerification: boolean;
  /**
   * Whether the page is that of somebody who saves data, for whom code is fetched when it is needed and not before: what a story does
   * not use costs it nothing. Not so where a story is about what comes ahead, and for a few whole days: `test.use({ sparesData: false })`.
   */
  sparesData: boolean;
  backend: Backend;
  world: World;
  /** Uncaught errors of the page, and what its policy refuses, that a story provokes on purpose. */
  expectedPageErrors: RegExp[];
  failOnPageErrors: void;
  slowDown: void;
  closeOtherBrowsers: void;
}

interface WorkerFixtures {
  /** The backend of this worker that has or has not this requirement, started when a story first needs it. */
  backendOf: (requireEmailVerification: boolean) => Promise<Backend>;
}

/**
 * A backend that has answered a whole visit. Its first answers take many times as long as all later ones, while the engine compiles and
 * the files of the page are compressed, on all workers at once: a story that waits for them would measure the machine.
 */
async function startWarm(browser: Browser, requireEmailVerification: boolean) {
  const embedded = await startEmbedded({ web: 'build', requireEmailVerification });
  const { backend } = embedded;
  const world = createWorld(backend);
  await world.createPost(await world.person('anna'));
  const page = await browser.newPage({ baseURL: backend.webUrl });
  await loginAs(page, world, 'anna');
  await page.goto('/account');
  await page.getByRole('article').waitFor({ timeout: 0 });
  await page.close();
  return embedded;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  requireEmailVerification: [false, { option: true }],
  sparesData: [true, { option: true }],

  backendOf: [
    async ({ browser }, use) => {
      const started = new Map<boolean, ReturnType<typeof startWarm>>();
      await use(async (requireEmailVerification) => {
        const starting = started.get(requireEmailVerification) ?? startWarm(browser, requireEmailVerification);
        started.set(requireEmailVerification, starting);
        return (await starting).backend;
      });
      for (const embedded of started.values()) await (await embedded).stop();
    },
    { scope: 'worker' },
  ],

  backend: [
    async ({ backendOf, requireEmailVerification }, use) => {
      await use(await backendOf(requireEmailVerification));
    },
    // A start is not a part of the story that comes first.
    { timeout: 120_000 },
  ],

  world: [
    async ({ backend }, use) => {
      await backend.reset();
      await use(createWorld(backend));
    },
    { auto: true },
  ],

  baseURL: async ({ backend }, use) => {
    await use(backend.webUrl);
  },

  context: async ({ context, sparesData }, use) => {
    if (sparesData) await spareData(context);
    await use(context);
  },

  slowDown: [
    async ({ context }, use) => {
      const slowDown = async (page: Page) => {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      };
      if (CPU_SLOWDOWN > 1) context.on('page', (page) => void slowDown(page).catch(() => undefined));
      await use();
    },
    { auto: true },
  ],

  /** What a story opened beside its own page would otherwise live on beside all stories after it. */
  closeOtherBrowsers: [
    async ({ browser, context }, use) => {
      await use();
      const others = browser.contexts().filter((each) => each !== context);
      await Promise.all(others.map((each) => each.close()));
    },
    { auto: true },
  ],

  expectedPageErrors: [[], { option: true }],

  failOnPageErrors: [
    async ({ page, expectedPageErrors }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
          throw new Error(`The policy of the page refuses ${blockedURI} (${effectiveDirective})`);
        });
      });
      await use();
      const unexpected = errors.filter((error) => !expectedPageErrors.some((expected) => expected.test(error)));
      expect(unexpected, 'errors that the page did not catch').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
