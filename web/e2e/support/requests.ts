import type { Page, Route } from '@playwright/test';

/** Holds back every request that matches until the returned function is called; then they go on, or what `then` says happens. */
export async function hold(
  page: Page,
  pattern: string | RegExp,
  then = (route: Route) => route.continue(),
): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await then(route);
  });
  return release;
}

/** Makes the server refuse what fits the pattern, as PostgREST does. */
export async function refuse(page: Page, pattern: string, message: string, status = 400): Promise<void> {
  await page.route(pattern, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({ status, json: { code: `PT${status}`, message } }),
  );
}

/** Lets the server do what fits the pattern and loses its answers; with `times`, the later ones arrive. */
export async function loseAnswers(page: Page, pattern: string | RegExp, times?: number): Promise<void> {
  await page.route(
    pattern,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times },
  );
}
