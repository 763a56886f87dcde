import { comeTo, watchRest } from './support/explore.ts';
import { expect, test } from './support/fixtures.ts';
import { pseudoCatalogue } from './support/pseudo-language.ts';
import { addressesOf, openAs, PERSONAS, watchEnglish } from './support/tour.ts';
import { untranslatedBeside } from './support/untranslated.ts';

for (const [state, answer] of [
  ['loading', null],
  ['failed', { status: 500, json: { code: 'XX000', message: 'Ж' } }],
  ['empty', undefined],
] as const)
  test(`no English remains in another language on any page that is ${state} [A633]`, async ({ browser, world }) => {
    test.setTimeout(900_000);
    const people = { owner: 'anna', supplier: 'bob', admin: 'adam', 'main admin': 'mona', guest: null } as const;
    const untranslated = untranslatedBeside(new Set(['anna', 'bob', 'adam', 'mona', 'node']));
    const found = new Map<string, string>();
    const ids = { post: 1, ownPost: 1, news: 1, user: 1, quote: 1, deal: 1 };
    for (const persona of PERSONAS)
      await test.step(persona, async () => {
        const who = people[persona];
        if (who) await world.person(who, { firstName: 'Ж', lastName: 'Ж' });
        const page = await openAs(browser, world, persona, pseudoCatalogue());
        const rest = watchRest(page, answer === null ? /\/(?:rest\/v1|api)\// : undefined);
        const look = watchEnglish(page, persona, untranslated, found);
        if (answer !== undefined)
          for (const pattern of ['**/rest/v1/**', '**/api/**'])
            await page.route(pattern, (route) => {
              const isMine = route.request().url().includes('/profiles?') && route.request().url().includes('auth_id');
              if (route.request().method() === 'OPTIONS' || isMine) return route.fallback();
              return answer ? route.fulfill(answer) : undefined;
            });
        for (const address of addressesOf(persona, ids)) {
          await comeTo(page, address);
          await rest();
          await look(address);
        }
        await page.context().close();
      });
    expect([...found.values()]).toEqual([]);
  });
