import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VIETNAMESE_MAIL_MESSAGES } from '@domain/mail-messages-vi.ts';
import { MAIL_NAMES, mailIn, mailTemplate } from '@domain/mail-templates.ts';
import vi from './vi.json' with { type: 'json' };

const SETTINGS = new URL('../../../../supabase/schemas/29-mail-settings.sql', import.meta.url);
const said: Readonly<Record<string, unknown>> = { ...vi.texts, ...vi.messages };
const catalogueOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, said[key]]));

test('[A647] mails say notifications as the page does, word for word', () => {
  expect(VIETNAMESE_MAIL_MESSAGES).toEqual(catalogueOf(Object.keys(VIETNAMESE_MAIL_MESSAGES)));
});

test('[A647] a mail that can be unsubscribed from is called the same on the page of choices and in itself', () => {
  const rows = [...readFileSync(SETTINGS, 'utf8').matchAll(/^ {2}\('(\w+)', (true|false), '\{/gm)];
  const optional = rows.flatMap(([, name = '', isOptional]) => (isOptional === 'true' ? [name] : []));
  expect(rows.map(([, name]) => name).toSorted()).toEqual([...MAIL_NAMES].toSorted());
  const labels = Object.fromEntries(
    optional.map((name) => [mailTemplate(name)?.label ?? name, mailIn('vi', name)?.template.label]),
  );
  expect(catalogueOf(Object.keys(labels))).toEqual(labels);
});

test('a mail about an accepted quote says so, regardless of its title [A639]', () => {
  const message = 'Your quote on "x" was declined: y" was accepted';
  expect(mailIn('vi', 'quote_accepted')?.translate(message)).toBe(
    'Báo giá của bạn cho “x" was declined: y” đã được chấp nhận',
  );
});
