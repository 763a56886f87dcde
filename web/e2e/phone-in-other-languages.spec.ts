import { expectAccessible } from './support/axe.ts';
import { cutTexts } from './support/cut-texts.ts';
import { comeTo, expectDrawn, watchRest } from './support/explore.ts';
import { expect, test } from './support/fixtures.ts';
import { loadMaskedDemo } from './support/masked-demo.ts';
import { pseudoCatalogue } from './support/pseudo-language.ts';
import { addressesOf, findIds, openAs, PERSONAS } from './support/tour.ts';
import { VIEWPORTS } from './support/viewports.ts';

for (const [name, catalogue] of [
  ['texts 40 % longer', pseudoCatalogue(true)],
  ['Vietnamese', undefined],
] as const)
  test(`${name}: at 390 px nothing is too wide or cut on any page [A643]`, async ({ browser, world }) => {
    test.setTimeout(900_000);
    await loadMaskedDemo(world);
    const ids = await findIds(world);
    const problems: string[] = [];
    for (const persona of PERSONAS)
      await test.step(persona, async () => {
        const page = await openAs(browser, world, persona, catalogue);
        await page.setViewportSize(VIEWPORTS.phone);
        const rest = watchRest(page);
        for (const address of addressesOf(persona, ids)) {
          await comeTo(page, address);
          await rest();
          await expectDrawn(page);
          problems.push(...(await cutTexts(page)).map((text) => `${address}: ${text}`));
          if (!catalogue) await expectAccessible(page);
        }
        await page.context().close();
      });
    expect(problems).toEqual([]);
  });
