import { z } from 'zod';
import { readDeliveryTime, readPrice, readQuantity } from '../_shared/domain/amounts.ts';
import { DEFAULT_LOCALE, type Locale } from '../_shared/domain/locale.ts';
import type { Mail } from '../_shared/domain/mail-templates.ts';
import { translateNumbers } from '../_shared/domain/numbers.ts';
import { isOwnPath } from '../_shared/domain/render-mail.ts';
import { INVISIBLE, oneLine } from '../_shared/domain/one-line.ts';
import { priceWithCurrency } from '../_shared/domain/quote-values.ts';

/** The language of a mail, with its texts, and the address of a page in it. */
export type Speech = Pick<Mail, 'locale' | 'words' | 'translate'> & { linkTo: (path: string) => string };

/** Inserts a value into a text of the product. */
export const fill = (text: string, name: string, value: string) => text.replace(`{{${name}}}`, () => value);

/** The `Intl` tag of a language; English as in the product. */
export const tagOf = (locale: Locale) => (locale === DEFAULT_LOCALE ? 'en-US' : locale);

/** Keeps line breaks and removes other invisible characters. */
export function manyLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(INVISIBLE, ' ').trimEnd())
    .join('\n');
}

const text = z.string().catch('');
const collectedSchema = z.object({
  count: z.number().int().positive(),
  title: text,
  pathOfMany: z.string().optional().catch(undefined),
  items: z
    .array(
      z.object({
        message: text,
        kind: z.string().optional().catch(undefined),
        path: z.string().refine(isOwnPath).optional().catch(undefined),
        quote: z
          .object({
            supplier: text,
            price: text,
            currency: text,
            quantity: text,
            deliveryTime: text,
            validUntil: z.iso.date().optional().catch(undefined),
          })
          .optional()
          .catch(undefined),
        asker: text,
        question: z.string().optional().catch(undefined),
        answer: z.string().optional().catch(undefined),
      }),
    )
    .min(1),
});
type Item = z.infer<typeof collectedSchema>['items'][number];

/** Maximum length of a term, and of a sentence of a notification, in a mail. */
const TERM_MAX = 100;
const MESSAGE_MAX = 300;

/** The terms of a quote, one per line, with numbers and dates in the language of the mail. */
function termsOf(quote: NonNullable<Item['quote']>, { locale, words }: Speech): string {
  const { currency } = quote;
  const numbers = (typed: string, read: (english: string) => unknown) => translateNumbers(typed, locale, read);
  const until =
    quote.validUntil &&
    new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(quote.validUntil));
  const price = numbers(quote.price, (english) => readPrice(english, currency));
  const terms = [
    [words.supplier, quote.supplier],
    [words.price, price && priceWithCurrency({ price, currency })],
    [words.quantity, numbers(quote.quantity, readQuantity)],
    [words.deliveryTime, numbers(quote.deliveryTime, readDeliveryTime)],
    [words.validUntil, until],
  ] as const;
  return terms.flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value, TERM_MAX)}`] : [])).join('\n');
}

/**
 * The values of a mail that collects items: messages, quotes, questions, answers, or the notifications of a digest.
 *
 * @param data the data of a queued mail
 * @returns the values of its placeholders, and the path if several items link elsewhere than one; empty for other mails
 */
export function collectedValues(data: unknown, speech: Speech): Record<string, string> {
  const collected = collectedSchema.safeParse(data);
  if (!collected.success) return {};
  const { words, translate, linkTo } = speech;
  const { count, items, title, pathOfMany } = collected.data;
  const isOne = count === 1;
  const lines = items.map(({ message }) => oneLine(translate(message), MESSAGE_MAX));
  const summaryOf = (several: string) => fill(fill(several, 'count', String(count)), 'title', title);
  const listed = (parts: readonly string[], more: string, between: string) =>
    [...parts, ...(count > items.length ? [fill(more, 'count', String(count - items.length))] : [])].join(between);
  const parts = (partOf: (item: Item) => string) => listed(items.map(partOf), words.more, '\n\n');
  const values = { count: String(count) };
  const [first] = items;

  const path: Record<string, string> = isOne || pathOfMany === undefined ? {} : { path: pathOfMany };
  if (first?.kind !== undefined) {
    // Each line of a digest leads to what it is about.
    const linked = items.map((item, index) => [lines[index], ...(item.path ? [linkTo(item.path)] : [])].join('\n'));
    return { ...values, ...path, messages: listed(linked, words.more, '\n\n') };
  }
  if (first?.quote) {
    const summary = summaryOf(isOne ? words.newQuote : words.newQuotes);
    const quotes = parts(({ quote }) => (quote ? termsOf(quote, speech) : ''));
    const message = isOne ? (lines[0] ?? '') : summary;
    return { ...values, ...path, summary, message, quotes };
  }
  if (first?.answer !== undefined) {
    const answers = parts(
      ({ question = '', answer = '' }) =>
        `${words.question}: ${manyLines(question)}\n${words.answer}: ${manyLines(answer)}`,
    );
    return { ...values, answers };
  }
  if (first?.question !== undefined) {
    const summary = isOne ? (lines[0] ?? '') : summaryOf(words.newQuestions);
    const questions = parts(({ asker, question = '' }) => `${oneLine(asker, TERM_MAX)}: ${manyLines(question)}`);
    return { ...values, summary, message: summary, questions };
  }
  return {
    ...values,
    summary: isOne ? (lines[0] ?? '') : fill(words.newMessages, 'count', String(count)),
    messages: listed(lines, words.moreMessages, '\n'),
  };
}
