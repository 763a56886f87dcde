import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Catalogue } from '@/shared/i18n/catalogue.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { notificationText, placeAfterTitle, placeOfName } from './notification-text.ts';

const catalogue: Catalogue = JSON.parse(readFileSync(new URL('../../shared/i18n/vi.json', import.meta.url), 'utf8'));
const VIETNAMESE = translated('vi', catalogue);

describe('what a notification says', () => {
  test('the text of a notification is stored in English and translated to Vietnamese, with old and new data [A636]', () => {
    const stored = 'You have a new quote on your post "Steel" from bob';
    for (const data of [{ type: 'quote', postId: 9 }, '{"type":"quote","postId":9}', { postId: 9 }, null, 'broken']) {
      expect(notificationText({ message: stored, data }, ENGLISH)).toBe(stored);
      expect(notificationText({ message: stored, data }, VIETNAMESE)).toBe(
        'Bạn có báo giá mới cho yêu cầu “Steel” từ bob',
      );
    }
  });

  test('the text of a notification is unchanged by a title that reads like another notification [A636]', () => {
    const message = 'Your quote on "x" was declined: y" was accepted';
    expect(notificationText({ message, data: { type: 'quote_accepted', quoteId: 8 } }, VIETNAMESE)).toBe(
      'Báo giá của bạn cho “x" was declined: y” đã được chấp nhận',
    );
    expect(notificationText({ message, data: { type: 'quote_declined', quoteId: 8 } }, VIETNAMESE)).toBe(
      'Báo giá của bạn cho “x” đã bị từ chối: y" was accepted',
    );
  });

  test('the changes of a revised quote have the number format of the reader', () => {
    const data = { type: 'quote_revised', quoteId: 8 };
    const message = (changes: string) => `bob revised the quote on "Chairs: 1,000 pieces": ${changes}`;
    const changes =
      'price (1,465,000 VND/piece → 1,380,000 VND/piece), minimum quantity (1,000 pieces → 800 pieces), delivery time (30 days → 1,000 days)';
    expect(notificationText({ message: message(changes), data }, ENGLISH)).toBe(message(changes));
    expect(notificationText({ message: message(changes), data }, VIETNAMESE)).toBe(
      'bob đã sửa báo giá cho “Chairs: 1,000 pieces”: giá (1.465.000 VND/piece → 1.380.000 VND/piece), số lượng tối thiểu (1.000 pieces → 800 pieces), thời gian giao hàng (30 days → 1,000 days)',
    );
    const notRead = 'price (1.250 USD/kg → ask 1,200.50), description';
    expect(notificationText({ message: message(notRead), data }, VIETNAMESE)).toBe(
      'bob đã sửa báo giá cho “Chairs: 1,000 pieces”: giá (1.250 USD/kg → ask 1,200.50), mô tả',
    );
  });

  test('the text of a broadcast stays in the words of its admin [A636]', () => {
    for (const message of ['Post not found', 'Your quote on "x" was accepted', 'Hello'])
      expect(notificationText({ message, data: { type: 'broadcast', path: '/news/3' } }, VIETNAMESE)).toBe(message);
  });

  test('the text of a notification of an unknown kind stays as it came', () => {
    for (const type of ['new_kind', 'toString', '__proto__'])
      expect(notificationText({ message: 'Something new', data: { type } }, VIETNAMESE)).toBe('Something new');
  });
});

test.each([
  ['bob left you a 5-star review', 0],
  ['New message from bob about "Steel"', 17],
  ['Tin nhắn mới từ bob về “Steel”', 16],
  ['You have a new quote on your post "Chairs of bob for ever" from bob', 64],
  ['Bạn có báo giá mới cho yêu cầu “Ghế của bob” từ bob', 48],
  ['bobby asks about "Steel"', -1],
])('the name in "%s" is found at %i, whole and not in the title', (text, place) => {
  expect(placeOfName(text, 'bob')).toBe(place);
});

test.each([
  ['You have a new quote on your post "Chairs of 3" bob" from bob', ' from bob'],
  ['Bạn có báo giá mới cho yêu cầu “Ghế 3" của bob” từ bob', ' từ bob'],
  ['You sent a quote to "Chairs" of bob', ' of bob'],
  ['Your quote on "Chairs of 3" steel" was shortlisted', ' was shortlisted'],
  ['Báo giá của bạn cho “Ghế” đã được chấp nhận', ' đã được chấp nhận'],
  ['Your quote on "Chairs" was declined: the "A" grade', ' was declined: the "A" grade'],
  ['The request "Chairs" changed', ' changed'],
])('the end of "%s" begins behind the title', (text, end) => {
  expect(text.slice(placeAfterTitle(text, placeOfName(text, 'bob')))).toBe(end);
});

test.each([
  'New message from bob about "Steel"',
  'bob asks about "Pipes 3" long"',
  'bob withdrew the quote on "Steel": no "A" grade',
  'bob left you a 5-star review',
])('no words behind the title of "%s" say more than those before it', (text) => {
  expect(placeAfterTitle(text, placeOfName(text, 'bob'))).toBe(0);
});
