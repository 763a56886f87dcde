/** A language that everybody can read and that nothing else on a page is written in: "[Ñö pöšţš ƒöüñð]". */
import type { BrowserContext } from '@playwright/test';
import { VIETNAMESE, type Catalogue, type Translation } from './vietnamese.ts';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const PSEUDO = 'äƀçðéƒĝĥîĵķļɱñöþɋŕšţüṽŵẋýžÄßÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÜṼŴẊÝŽ';

/** A text in pseudo-language; its places stay. `longer` doubles the vowels, which makes texts about 40 % longer. */
export function pseudo(text: string, longer = false): string {
  const words = text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(/[aeiou]/gi, longer ? '$&$&' : '$&')
            .replaceAll(/[a-z]/gi, (letter) => PSEUDO[PLAIN.indexOf(letter)] ?? letter),
    );
  return `[${words.join('')}]`;
}

/** What the catalogue translates, in pseudo-language. */
export function pseudoCatalogue(longer = false): Catalogue {
  const all = (entries: Record<string, Translation>) =>
    Object.fromEntries(Object.keys(entries).map((key) => [key, pseudo(key.split('|')[0] ?? key, longer)]));
  return { texts: all(VIETNAMESE.texts), messages: all(VIETNAMESE.messages) };
}

/** Chooses Vietnamese in a browser, with the catalogue of the build or with this one in its place. */
export async function chooseVietnamese(context: BrowserContext, catalogue?: Catalogue): Promise<void> {
  const loading = catalogue ? pseudo('Loading...') : 'Đang tải...';
  await context.addInitScript(
    (choice) => {
      if (location.protocol.startsWith('http')) localStorage.setItem('language', choice);
    },
    JSON.stringify({ locale: 'vi', loading }),
  );
  if (catalogue) await context.route('**/assets/vi-*.json', (route) => route.fulfill({ json: catalogue }));
}
