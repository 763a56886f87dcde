import { expect, test } from 'vitest';
import { VIETNAMESE_MAIL_MESSAGES } from '@domain/mail-messages-vi.ts';
import { MAIL_NAMES, mailIn } from '@domain/mail-templates.ts';
import vi from './vi.json' with { type: 'json' };

const said: Readonly<Record<string, unknown>> = { ...vi.texts, ...vi.messages };
const catalogueOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, said[key]]));

test('[A647] mails say notifications as the page does, word for word', () => {
  expect(VIETNAMESE_MAIL_MESSAGES).toEqual(catalogueOf(Object.keys(VIETNAMESE_MAIL_MESSAGES)));
});

test('[A647] a mail is called the same in itself and on the page', () => {
  const labels = Object.fromEntries(
    MAIL_NAMES.map((name) => [mailIn('en', name)?.template.label ?? name, mailIn('vi', name)?.template.label]),
  );
  expect(catalogueOf(Object.keys(labels))).toEqual(labels);
});
