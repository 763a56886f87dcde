import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { FORM_CATEGORIES } from '@domain/categories.ts';
import { readPrice, readQuantity } from '@domain/amounts.ts';
import { IMAGES_MAX, THUMBNAIL_SIZE_MAX } from '@domain/limits.ts';
import { parseInput } from '@domain/input.ts';
import { newsBodySchema } from '@domain/news.ts';
import { UNITS } from '@domain/requirement-options.ts';
import { answerSchema, questionSchema } from '@domain/question.ts';
import { quoteFormSchema } from '@domain/quote.ts';
import { newPasswordSchema, registrationSchema } from '@domain/registration.ts';
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { demoLikes } from './likes.ts';
import { demoHidings } from './moderation.ts';
import { demoNews } from './news.ts';
import { pdfOf } from '../load/pdf.ts';
import { avatarFile, imageFiles, imageFilesOf } from '../load/image-files.ts';
import { messageEditSchema } from '@domain/message.ts';
import { demoMessages } from './messages.ts';
import { demoPosts } from './posts.ts';
import { quotePageOf } from '../load/quote-pdf.ts';
import { demoQuotes } from './quotes.ts';
import { demoReviews } from './reviews.ts';
import { DESCRIPTION_PREVIEW } from '../../../web/src/features/posts/card/description-preview.ts';

const usernames = new Set(demoAccounts.map(({ username }) => username));
const distinct = (values: readonly unknown[]) => new Set(values).size;
const assets = join(import.meta.dirname, '../assets');

describe('accounts', () => {
  test('the four to try with and at least 30 companies, all valid for registration', () => {
    expect(demoAccounts.slice(0, 4).map(({ username, role }) => [username, role])).toEqual([
      ['anna', 'user'],
      ['bob', 'user'],
      ['adam', 'admin'],
      ['mona', 'main_admin'],
    ]);
    expect(demoAccounts.length - 4).toBeGreaterThanOrEqual(30);
    expect(usernames.size).toBe(demoAccounts.length);
    expect(newPasswordSchema.safeParse(DEMO_PASSWORD).success).toBe(true);
    for (const account of demoAccounts) {
      const registration = { ...account, email: `${account.username}@example.com`, password: DEMO_PASSWORD };
      expect(parseInput(registrationSchema, registration), account.username).toMatchObject({ ok: true });
    }
  });

  test('bob can quote as an organization', () => {
    expect(demoAccounts.find(({ username }) => username === 'bob')).toMatchObject({
      organization: expect.stringMatching(/./),
      taxCode: expect.stringMatching(/./),
    });
  });

  test('every company has an avatar of 256 x 256', async () => {
    for (const { username, hasAvatar } of demoAccounts) {
      if (!hasAvatar) continue;
      const { width, height } = await sharp(avatarFile(username)).metadata();
      expect([username, width, height]).toEqual([username, 256, 256]);
    }
  });
});

describe('posts', () => {
  test('at least 120 from 25 countries in all categories of the form, with titles and keys of their own', () => {
    expect(demoPosts.length).toBeGreaterThanOrEqual(120);
    expect(distinct(demoPosts.map(({ country }) => country))).toBeGreaterThanOrEqual(25);
    expect(new Set(demoPosts.map(({ category }) => category))).toEqual(
      new Set(FORM_CATEGORIES.map(({ value }) => value)),
    );
    expect(distinct(demoPosts.map(({ title }) => title.toLowerCase()))).toBe(demoPosts.length);
    expect(distinct(demoPosts.map(({ description }) => description))).toBe(demoPosts.length);
    expect(distinct(demoPosts.map(({ key }) => key))).toBe(demoPosts.length);
  });

  test('more than 60 descriptions are longer than their preview', () => {
    expect(demoPosts.filter(({ description }) => description.length > DESCRIPTION_PREVIEW).length).toBeGreaterThan(60);
  });

  test('the Vietnamese ones are written with their accents', () => {
    const vietnamese = demoPosts.filter(({ title }) => /[ăđơưạảấầậắằếềệịọốồộớờợụứừựỳỵ]/i.test(title));
    expect(vietnamese.length).toBeGreaterThanOrEqual(12);
  });

  test('from the oldest to the newest, each at a time of its own', () => {
    const times = demoPosts.map(({ minutesAgo }) => minutesAgo);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(distinct(times)).toBe(times.length);
  });
});

describe('images', () => {
  test('about two thirds of the posts have one to five', () => {
    const counts = demoPosts.flatMap(({ images }) => images ?? []);
    expect(counts.length / demoPosts.length).toBeGreaterThan(0.6);
    expect(new Set(counts)).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(Math.max(...counts)).toBeLessThanOrEqual(IMAGES_MAX);
  });

  test('each lies there with a thumbnail 480 wide, and none is left over', async () => {
    const files = demoPosts.flatMap(imageFilesOf);
    for (const { image, thumbnail } of files) {
      expect(existsSync(image), image).toBe(true);
      expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 900 });
      expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 });
      expect((await stat(image)).size).toBeLessThan(120_000);
      expect((await stat(thumbnail)).size).toBeLessThanOrEqual(THUMBNAIL_SIZE_MAX);
    }
    expect(await readdir(join(assets, 'posts'))).toHaveLength(files.length * 2);
  });
});

describe('news', () => {
  const published = demoNews.filter(({ status }) => !status);

  test('at least 12, events to come and past ones among them, as the form would take them', () => {
    expect(published.length).toBeGreaterThanOrEqual(12);
    const starts = published.flatMap(({ event }) => (event ? [event.startsInDays] : []));
    expect(starts.filter((days) => days > 0).length).toBeGreaterThanOrEqual(3);
    expect(starts.filter((days) => days < 0).length).toBeGreaterThanOrEqual(2);
    expect(distinct(demoNews.map(({ key }) => key))).toBe(demoNews.length);
    for (const { key, event, images, ...news } of demoNews) {
      expect(news.type === 'event', key).toBe(event !== undefined);
      const body = { ...news, eventStart: event && '2026-12-01T00:00:00Z', location: event?.location };
      expect(parseInput(newsBodySchema, body), key).toMatchObject({ ok: true });
      for (const name of images ?? []) expect(existsSync(imageFiles(name).image), name).toBe(true);
    }
  });
});

describe('quotes, likes, reviews and hidden posts', () => {
  test('at least 150 quotes, each as the form would take it, none on an own post, one per supplier and post', () => {
    expect(demoQuotes.length).toBeGreaterThanOrEqual(150);
    expect(distinct(demoQuotes.map(({ postKey, supplier }) => `${postKey} ${supplier}`))).toBe(demoQuotes.length);
    for (const quote of demoQuotes) {
      const supplier = demoAccounts.find(({ username }) => username === quote.supplier);
      const post = demoPosts.find(({ key }) => key === quote.postKey);
      expect(post?.buyer).not.toBe(quote.supplier);
      expect(quote.minutesAgo).toBeLessThan(post?.minutesAgo ?? 0);
      const isOrganization = quote.accountType === 'organization';
      const form = {
        ...quote,
        validUntil: '',
        organizationName: isOrganization ? supplier?.organization : '',
        taxCode: isOrganization ? supplier?.taxCode : '',
      };
      expect(parseInput(quoteFormSchema, { ...form, attachments: [] }), quote.postKey).toMatchObject({ ok: true });
    }
  });

  test('[A617,A626] at least 12 requests with four to six quotes in three currencies; every price and quantity is read', () => {
    const decided = demoPosts.filter(({ quotes }) => quotes);
    expect(decided.length).toBeGreaterThanOrEqual(12);
    for (const { key: postKey, quotes = [], requirements, questions } of decided) {
      expect(quotes.length, postKey).toBeGreaterThanOrEqual(4);
      expect(quotes.length, postKey).toBeLessThanOrEqual(6);
      const sent = demoQuotes.filter((quote) => quote.postKey === postKey);
      expect(distinct(sent.map(({ currency }) => currency)), postKey).toBeGreaterThanOrEqual(3);
      expect(requirements?.quantity, postKey).toBeGreaterThan(0);
      for (const { question, answer } of questions) {
        expect(parseInput(questionSchema, question), question).toMatchObject({ ok: true });
        if (answer) expect(parseInput(answerSchema, answer.text), answer.text).toMatchObject({ ok: true });
      }
    }
    for (const { price, currency, quantity, deliveryTime, postKey } of demoQuotes) {
      expect(readPrice(price, currency), `${postKey}: ${price}`).not.toHaveProperty('unread');
      expect(readQuantity(quantity), `${postKey}: ${quantity}`).not.toHaveProperty('unread');
      expect(deliveryTime, postKey).not.toBe('');
    }
  });

  test('a quantity reads as a phrase: its unit is suggested, a symbol or a plural', () => {
    for (const { key, requirements } of demoPosts) {
      if (!requirements || requirements.unit.length <= 2 || UNITS.some((unit) => unit === requirements.unit)) continue;
      expect(requirements.unit, key).toMatch(/s$/);
      expect(requirements.targetPrice, `${key}: no price "per ${requirements.unit}"`).toBeUndefined();
    }
  });

  test('at least 60 conversations, each message as the composer would take it, one on every quote of bob', () => {
    expect(distinct(demoMessages.map(({ quoteId }) => quoteId))).toBeGreaterThanOrEqual(60);
    expect(distinct(demoMessages.map(({ clientId }) => clientId))).toBe(demoMessages.length);
    for (const { content } of demoMessages)
      expect(parseInput(messageEditSchema, { content })).toMatchObject({ ok: true });
    const old = demoQuotes.filter(({ supplier, minutesAgo }) => supplier === 'bob' && minutesAgo > 24 * 60);
    for (const { clientId } of old) expect(demoMessages.map(({ quoteId }) => quoteId)).toContain(clientId);
  });

  test('attachments are PDF files', () => {
    const withAttachments = demoQuotes.filter(({ attachments }) => attachments.length > 0);
    expect(withAttachments.length).toBeGreaterThan(10);
    for (const quote of withAttachments) {
      const file = Buffer.from(pdfOf(quotePageOf(quote))).toString('latin1');
      expect(file.startsWith('%PDF-1.4\n')).toBe(true);
      expect(file.endsWith('%%EOF\n')).toBe(true);
      const table = Number(/startxref\n(\d+)/.exec(file)?.[1]);
      expect(file.slice(table, table + 4)).toBe('xref');
    }
  });

  test('at least 80 reviews, one per pair, nobody of their own, no comment twice', () => {
    expect(demoReviews.length).toBeGreaterThanOrEqual(80);
    expect(distinct(demoReviews.map(({ reviewer, reviewed }) => `${reviewer} ${reviewed}`))).toBe(demoReviews.length);
    expect(distinct(demoReviews.map(({ comment }) => comment))).toBe(demoReviews.length);
    for (const { reviewer, reviewed } of demoReviews) expect(reviewer).not.toBe(reviewed);
  });

  test('nobody likes a post twice, and likes are spread unevenly', () => {
    expect(distinct(demoLikes.map(({ postKey, username }) => `${postKey} ${username}`))).toBe(demoLikes.length);
    const perPost = demoPosts.map(({ key }) => demoLikes.filter(({ postKey }) => postKey === key).length);
    expect(Math.max(...perPost)).toBeGreaterThan(10);
    expect(perPost.filter((likes) => likes <= 3).length).toBeGreaterThan(demoPosts.length / 2);
  });

  test('some posts are hidden, by their owners and by the admin', () => {
    expect(new Set(demoHidings.map(({ by }) => by))).toEqual(new Set(['owner', 'adam']));
  });
});
