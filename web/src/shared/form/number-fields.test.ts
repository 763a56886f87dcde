import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const files = ['web/src', 'supabase/functions']
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .toSorted();
const sourceOf = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** Ways to make a number of a text that know nothing of how people write numbers. */
const OTHER_READERS =
  /\bNumber\(|\bparse(?:Float|Int)\b|\bvalueAsNumber\b|\bNumberInput\b|\bcoerce\s*\.number\b|\btype="number"|\binputMode=(?:"numeric"|"decimal"|\{)/;

/** Where such a number is typed by nobody, or was read already. */
const KNOWN: Readonly<Record<string, string>> = {
  'supabase/functions/_shared/domain/amounts.ts': 'rounds',
  'supabase/functions/_shared/domain/arriving-text.ts': 'a number in a sentence of the product',
  'supabase/functions/_shared/domain/numbers.ts': 'the reader of numbers',
  'supabase/functions/_shared/domain/office-files.ts': 'the code of a character',
  'supabase/functions/_shared/domain/quote-comparison.ts': 'rounds',
  'supabase/functions/_shared/domain/quote.ts':
    'the number that is stored beside the text of a price, as the database finds it',
  'supabase/functions/_shared/domain/render-mail.ts': 'a count of the server',
  'supabase/functions/_shared/domain/requirements-schema.ts': 'rounds',
  'supabase/functions/_shared/domain/saved-search.ts': 'an address',
  'supabase/functions/_shared/domain/shown-amounts.ts': 'a number that was read',
  'supabase/functions/_shared/domain/slug.ts': 'an id in an address',
  'supabase/functions/_shared/domain/time-zone.ts': 'a part of a date',
  'supabase/functions/_shared/env.ts': 'settings of a server',
  'supabase/functions/_shared/http/api-error.ts': 'a status',
  'supabase/functions/_shared/http/body.ts': 'an id in an address',
  'supabase/functions/_shared/http/storage-error.ts': 'a status',
  'supabase/functions/api/admin-list.ts': 'parameters of an address',
  'supabase/functions/api/paging.ts': 'parameters of an address',
  'supabase/functions/api/routes/admin-content-filter.ts': 'parameters of an address',
  'supabase/functions/api/routes/admin-feedback.ts': 'parameters of an address',
  'supabase/functions/api/routes/messages.ts': 'parameters of an address',
  'supabase/functions/api/routes/notifications.ts': 'parameters of an address',
  'supabase/functions/api/site/page-facts.ts': 'an id in an address',
  'supabase/functions/api/site/site-routes.ts': 'parameters of an address',
  'supabase/functions/housekeeping/index.ts': 'parameters of an address',
  'web/src/features/admin/audit-log/audit-entity.tsx': 'an id',
  'web/src/features/admin/broadcasts/broadcast-form.tsx': 'the number of a post, quote or news, which are digits',
  'web/src/features/feedback/inbox/list-feedback.ts': 'an id',
  'web/src/features/admin/stats/stats-range.ts': 'a choice of a list',
  'web/src/features/posts/feed/search-filters.tsx': 'a count of the server',
  'web/src/features/posts/detail/post-facts.ts': 'a number of the database',
  'web/src/features/profile/notification-preferences/digest-time-field.tsx': 'a choice of a list',
  'web/src/features/quotes/compare/comparison-csv.ts': 'rounds',
  'web/src/features/quotes/compare/comparison-rows.ts': 'a truth',
  'web/src/features/quotes/compare/comparison-state.ts': 'a truth',
  'web/src/features/quotes/facts/figures.ts': 'rounds',
  'web/src/features/quotes/list/list-quotes.ts': 'a truth',
  'web/src/pages/account/take-highlight.ts': 'an id',
  'web/src/pages/news-item/news-item-page.tsx': 'an id in an address',
  'web/src/shared/address/param.ts': 'parameters of an address',
  'web/src/shared/backend/kept-session.ts': 'a time that was stored',
  'web/src/shared/backend/own-clock.ts': 'a time that was stored',
  'web/src/shared/backend/read-page.ts': 'a count of the server',
  'web/src/shared/errors/app-error.ts': 'a status',
  'web/src/shared/form/code-field.tsx': 'the digits of a code, kept as a text',
  'web/src/shared/form/number-field.tsx': 'the field of numbers',
  'web/src/shared/lazy/load-code.ts': 'a time that was stored',
  'web/src/shared/session/intent.ts': 'a time that was stored',
  'web/src/shared/text/average-text.ts': 'rounds',
  'web/src/shared/theme-sheet.ts': 'a width',
  'web/src/shared/ui/breakpoints.ts': 'a width',
  'web/src/shared/ui/data-table/data-table-footer.tsx': 'a choice of a list',
};

/** The fields of a kind, as `form: name`. */
const fieldsOf = (component: string) =>
  files.flatMap((file) =>
    [...sourceOf(file).matchAll(new RegExp(`<${component}\\b[^>]*?\\bname="(\\w+)"`, 'g'))].map(
      ([, name]) => `${file.replace(/^.*\//, '').replace('.tsx', '')}: ${name}`,
    ),
  );

describe('numbers that people type', () => {
  test('typed numbers have one parser: no file parses a text in another way without a reason', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => OTHER_READERS.test(sourceOf(file)))).toEqual(Object.keys(KNOWN).toSorted());
  });

  test('typed numbers have fields that know the language of the user', () => {
    expect(fieldsOf('NumberField')).toEqual([
      'rate-dialog: usdPerUnit',
      'email-settings-form: smtpPort',
      'email-settings-form: dailyCap',
      'limit-dialog: max',
      'limit-dialog: seconds',
      'requirement-fields: quantity',
      'requirement-fields: targetPrice',
    ]);
    expect(fieldsOf('AmountField')).toEqual([
      'fact-fields: price',
      'fact-fields: quantity',
      'fact-fields: deliveryTime',
    ]);
  });
});

test('the parsers of numbers have no lookbehind, which Safari before 16.4 refuses', () => {
  const domain = files.filter((file) => file.startsWith('supabase/functions/_shared/domain/'));
  expect(domain.filter((file) => /\(\?<[=!]/.test(sourceOf(file)))).toEqual([]);
});
