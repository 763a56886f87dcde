import { describe, expect, test } from 'vitest';
import type { Locale } from '../_shared/domain/locale.ts';
import { mailIn } from '../_shared/domain/mail-templates.ts';
import { renderMail } from '../_shared/domain/render-mail.ts';
import { mailValues as valuesIn } from './mail-values.ts';

function mailOf(locale: Locale, name: string) {
  const mail = mailIn(locale, name);
  if (!mail) throw new Error(name);
  return { ...mail, linkTo: (path: string) => `https://b2b.example${path}` };
}
const english = mailOf('en', 'quote_received');
/** The data of a mail about a quote whose every word is the same. */
const ofQuotes = (word: string) => ({
  count: 1,
  title: word,
  items: [
    { message: word, quote: { supplier: word, price: word, currency: 'USD', quantity: word, deliveryTime: word } },
  ],
});
const mailValues = (data: unknown, name: string | null) => valuesIn(data, name, english);

describe('a mail', () => {
  test('a mail takes no value for markup, and its subject stays on one line', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&\r\nBcc: eve@example.com';
    const { subject, html, text } = renderMail({
      texts: [{ ...english, subject: null, body: null, values: mailValues(ofQuotes(evil), evil) }],
      siteUrl: 'https://b2b.example',
      footerAddress: '',
      unsubscribeUrl: null,
    });
    expect(subject).toBe('New quote on "<img src=x onerror=alert(1)>"\'& Bcc: eve@example.com"');
    expect(html).not.toContain('<img');
    expect(text).toContain('Supplier: <img src=x onerror=alert(1)>"\'& Bcc: eve@example.com\nPrice: <img');
  });

  test('a Vietnamese mail about a revised quote has the numbers of its language', () => {
    const message = 'bob revised the quote on "Chairs": price (1,465,000 VND/piece → 1,380,000.50 VND/piece)';
    expect(mailOf('vi', 'quote_changed').translate(message)).toBe(
      'bob đã sửa báo giá cho “Chairs”: giá (1.465.000 VND/piece → 1.380.000,50 VND/piece)',
    );
    expect(mailOf('en', 'quote_changed').translate(message)).toBe(message);
  });

  test('a mail about messages lists them, and counts those that are too many to list', () => {
    const items = Array.from({ length: 20 }, (_, n) => ({ message: `Message ${n}`, notificationId: n }));
    expect(mailValues({ count: 23, items }, 'anna')).toMatchObject({
      summary: '23 new messages',
      messages: expect.stringMatching(/^Message 0\n.*Message 19\nand 3 more$/s),
    });
    expect(mailValues({ count: 1, items: items.slice(0, 1) }, null)).toMatchObject({
      summary: 'Message 0',
      messages: 'Message 0',
      username: 'there',
    });
  });

  test('[A741] each line of a digest leads to what it is about, never to another site', () => {
    const item = (message: string, path?: string) => ({ kind: 'review_received', message, path });
    const { messages } = mailValues(
      { count: 4, items: [item('One', '/post/post-7'), item('Two'), item('Three', '//evil.example')] },
      'anna',
    );
    expect(messages).toBe('One\nhttps://b2b.example/post/post-7\n\nTwo\n\nThree\n\nand 1 more');
  });

  test('a mail about a suspension says when it ends, or that it is permanent', () => {
    expect(mailValues({ until: '2027-03-04T14:00:00+00:00' }, 'anna').until).toMatch(
      /^until Mar 4, 2027, 2:00\sPM \(UTC\)$/,
    );
    expect(mailValues({ until: null }, 'anna').until).toBe('permanently');
  });

  test('a mail is rendered from any data that the queue can hold', () => {
    const odd = { quote: { validUntil: 'never' }, question: 5, answer: null };
    for (const data of [
      null,
      [],
      'x',
      { title: { a: 1 } },
      { count: 'many', items: 5 },
      { count: 2, items: [null, odd] },
      { count: 1, items: [odd] },
    ])
      expect(mailValues(data, null)).toMatchObject({ username: 'there' });
  });

  test('[A639] a mail has product texts in the language of its receiver, and user texts as written', () => {
    const values = (data: unknown, name = 'quote_changed') => valuesIn(data, 'anna', mailOf('vi', name));
    const said = (message: string, name?: string) => values({ message }, name).message;
    expect(said('You have a new quote on your post "A "b"" from bob')).toBe(
      'Bạn có báo giá mới cho yêu cầu “A "b"” từ bob',
    );
    expect(said('Your quote on "Steel" was declined: The price is too high')).toBe(
      'Báo giá của bạn cho “Steel” đã bị từ chối: Giá quá cao',
    );
    expect(said('Your quote on "Steel" was declined: The price is too high: No longer needed')).toBe(
      'Báo giá của bạn cho “Steel” đã bị từ chối: Giá quá cao: No longer needed',
    );
    expect(said('bob revised the quote on "Steel": price (9 → 8), valid until (– → Mar 4, 2027), images')).toBe(
      'bob đã sửa báo giá cho “Steel”: giá (9 → 8), có hiệu lực đến (– → 4 thg 3, 2027), hình ảnh',
    );
    expect(said('bob left you a 1-star review', 'review_received')).toBe('bob đã đánh giá bạn 1 sao');
    expect(said('Something new')).toBe('Something new');
    for (const written of ['price', 'Your quote on "Steel" was accepted'])
      for (const name of ['broadcast', 'feedback_answered']) expect(said(written, name)).toBe(written);
    expect(values({ until: '2027-03-04T14:00:00+00:00' }).until).toBe('đến 14:00 4 thg 3, 2027 (UTC)');
    expect(values({ until: null }).until).toBe('vĩnh viễn');
    const items = Array.from({ length: 2 }, () => ({ message: 'New message from bob about "Steel"' }));
    expect(values({ count: 3, items })).toMatchObject({
      summary: '3 tin nhắn mới',
      messages: 'Tin nhắn mới từ bob về “Steel”\nTin nhắn mới từ bob về “Steel”\nvà 1 tin nhắn khác',
    });
    expect(valuesIn({}, null, mailOf('vi', 'test')).username).toBe('bạn');
  });
});
