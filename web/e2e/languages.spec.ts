import { readFileSync } from 'node:fs';
import { explore, refuseWrites, watchRest } from './support/explore.ts';
import { expect, test } from './support/fixtures.ts';
import { loadMaskedDemo } from './support/masked-demo.ts';
import { pseudo, pseudoCatalogue } from './support/pseudo-language.ts';
import { findIds, openAs, PERSONAS, VISITS, watchEnglish } from './support/tour.ts';
import { untranslatedBeside } from './support/untranslated.ts';

test('the tour of the languages goes to every page of the router [A633]', () => {
  const router = readFileSync(new URL('../src/app/routes.tsx', import.meta.url), 'utf8');
  const pages = [
    ...router.matchAll(/\b(?:page|likelyPage|rarePage|notFound)\(\s*(`[^`]*`|'[^']*'|paths\.\w+(?:\(\))?)[,)]/g),
  ].map(([, path]) => path);
  expect(Object.keys(VISITS).toSorted()).toEqual(pages.toSorted());
});

test('no English remains in another language on any page, in any dialog, drawer or menu [A633]', async ({
  browser,
  world,
}) => {
  test.setTimeout(900_000);
  const untranslated = untranslatedBeside(await loadMaskedDemo(world));
  const ids = await findIds(world);
  const found = new Map<string, string>();
  const logout = `menuitem ${pseudo('Logout').slice(1, -1)}`;
  const known = new Set([logout]);
  for (const persona of PERSONAS)
    await test.step(persona, async () => {
      const page = await openAs(browser, world, persona, pseudoCatalogue());
      await refuseWrites(page, 'Ж');
      const look = watchEnglish(page, persona, untranslated, found);
      const rest = watchRest(page);
      for (const { addresses, isEnglish } of Object.values(VISITS).filter(({ by }) => by.includes(persona)))
        for (const address of addresses(ids)) {
          if (isEnglish) {
            await page.goto(address);
            await rest();
            await look(address, 'main');
          } else await explore({ page, look, rest, known }, address);
        }
      await page.context().close();
      // Menus have other entries for others.
      for (const name of known) if (name.startsWith('menu') && name !== logout) known.delete(name);
    });
  expect([...found.values()]).toEqual([]);
});
