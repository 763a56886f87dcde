import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PRODUCT_NAME, TAGLINE } from './product.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

describe('files that no code fills in carry the name of the product', () => {
  test('the mail sender has the product name', () =>
    expect(read('supabase/schemas/29-mail-settings.sql')).toContain(
      `from_name text not null default '${PRODUCT_NAME}'`,
    ));

  test('the page before any script', () => {
    const html = read('web/index.html');
    expect(html).toContain(`<title>${PRODUCT_NAME}: ${TAGLINE}</title>`);
    expect(html).toContain(`<h1 class="loading-screen__name">${PRODUCT_NAME}</h1>`);
  });
});
