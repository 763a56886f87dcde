import { describe, expect, test } from 'vitest';
import type { Quote } from '../facts/shown-quote.ts';
import { quotesCsv } from './quotes-csv.ts';

const TODAY = '2026-11-22';
const quote: Quote = {
  id: 1,
  postId: 7,
  postTitle: '=HYPERLINK("https://evil.example")',
  productMatch: 'high',
  description: '',
  price: '-1',
  quantity: '+5',
  currency: 'USD',
  paymentMethod: '@SUM(A1)',
  shippingMethod: null,
  deliveryTime: '20 days',
  deliveryFrom: 'Hai Phong, "Vietnam"',
  deliveryTo: null,
  accountType: 'individual',
  organizationName: null,
  taxCode: null,
  images: [],
  status: 'shortlisted',
  statusReason: null,
  changedAt: '2026-11-21T10:00:00Z',
  validUntil: '2026-11-22',
  revision: 0,
  version: 1,
  revisedAt: null,
  lastMessageAt: null,
  quotedRequest: null,
  post: null,
  createdAt: '2026-11-20T10:00:00Z',
  supplier: { id: 2, username: 'bob', avatarPath: null, companyName: null, ratingAverage: null, ratingCount: 0 },
  owner: null,
  attachments: [{ id: 1, path: 'a/b.pdf', name: 'Offer.pdf', sizeBytes: 1 }],
};

describe('quotesCsv', () => {
  test('the CSV of quotes keeps its column names and order, which spreadsheets rely on', () => {
    const [heads, row] = quotesCsv('sent', [{ ...quote, price: '250', accountType: 'organization' }], TODAY).split(
      '\r\n',
    );
    expect(heads).toBe(
      '\ufeff"Sent","Request","Owner","Match","Description","Price","Currency","Minimum quantity","Payment method","Shipping method","Delivery time","Delivery from","Delivery to","Account type","Organization","Tax code","Attachments","Status"',
    );
    expect(row).toContain('">90% match with description","","250","USD",');
    expect(row).toMatch(/,"organization","","","Offer.pdf","Shortlisted"$/);
  });

  test('the CSV of quotes ends with the status as the screen has it on that day [A625]', () => {
    expect(quotesCsv('received', [quote], '2026-11-23')).toMatch(/"Expired"\r\n$/);
    expect(quotesCsv('received', [{ ...quote, status: 'accepted' }], '2026-11-23')).toMatch(/"Accepted"\r\n$/);
  });

  test('the CSV of quotes says of a pending quote what ended its request', () => {
    const pending: Quote = { ...quote, status: 'pending' };
    const open = {
      isHidden: false,
      closedAt: null,
      quoteDeadline: null,
      quantity: null,
      unit: null,
      targetCurrency: null,
    };
    const closed = { ...open, closedAt: '2026-11-20T00:00:00Z' };
    expect(quotesCsv('sent', [{ ...pending, post: open }], TODAY)).toMatch(/"Pending"\r\n$/);
    expect(quotesCsv('sent', [{ ...pending, post: closed }], TODAY)).toMatch(/"Request closed"\r\n$/);
    expect(quotesCsv('sent', [pending], TODAY)).toMatch(/"Request hidden"\r\n$/);
    expect(quotesCsv('sent', [{ ...pending, postId: null }], TODAY)).toMatch(/"Request deleted"\r\n$/);
  });

  test('the CSV of quotes has a header and a row per quote, ended by CRLF', () => {
    const lines = quotesCsv('sent', [quote, quote], TODAY).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('"Request","Owner","Match"');
    expect(lines[3]).toBe('');
    const received = quotesCsv('received', [quote], TODAY).split('\r\n');
    expect(received[0]).toContain('"Request","Supplier","Match"');
    expect(received[1]).toContain('"bob"');
  });

  test('the CSV of quotes makes no formula of user texts', () => {
    const text = quotesCsv('sent', [quote], TODAY);
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(text).toContain(`"'-1"`);
    expect(text).toContain(`"'+5"`);
    expect(text).toContain(`"'@SUM(A1)"`);
    expect(text).toContain('"Hai Phong, ""Vietnam"""');
  });
});
