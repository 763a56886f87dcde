import { describe, expect, test } from 'vitest';
import { parseInput } from './input.ts';
import {
  EMPTY_QUOTE_FORM,
  plainNumber,
  QUOTE_FACT_NAMES,
  quoteBodySchema,
  quoteFormSchema,
  quoteSchema,
  VALID_UNTIL_NO_DAY,
  VALID_UNTIL_PAST,
  VALID_UNTIL_TOO_LATE,
} from './quote.ts';
import { PRODUCT_MATCH_LABELS } from './quote-values.ts';
import { dayAfter, todayUtc } from './quote-status.ts';

const form = {
  productMatch: 'high',
  description: '',
  price: '1 USD/product',
  quantity: '100 pcs',
  currency: 'USD',
  paymentMethod: 'T/T',
  shippingMethod: 'Sea',
  deliveryTime: '30 days',
  deliveryFrom: 'Hai Phong',
  deliveryTo: 'Hamburg',
  accountType: 'individual',
  organizationName: '',
  taxCode: '',
  attachments: [],
};
const basic = { postId: 1, price: 10, quantity: 5, description: 'Good tubes', deliveryTime: '30 days' };

function texts(schema: Parameters<typeof parseInput>[0], body: unknown): string[] {
  const result = parseInput(schema, body);
  return result.ok ? [] : result.errors.map(({ path, message }) => `${path}: ${message}`);
}

describe('quote, the basic four fields', () => {
  const check = (change: Record<string, unknown>) => texts(quoteBodySchema, { ...basic, ...change });

  test('[A334] the price is not negative', () => {
    expect(check({ price: -1 })).toEqual(['price: Price must be positive']);
    expect(check({ price: 0 })).toEqual([]);
  });
  test('[A335] the quantity is at least 1', () => {
    expect(check({ quantity: 0 })).toEqual(['quantity: Quantity must be at least 1']);
    expect(check({ quantity: 1 })).toEqual([]);
  });
  test('[A336,A337] description and delivery time are required', () => {
    expect(check({ description: undefined, deliveryTime: undefined })).toEqual([
      'deliveryTime: Delivery time is required',
      'description: Description is required',
    ]);
    expect(check({ description: ' ' })).toEqual(['description: Description is required']);
  });
});

describe.each([
  ['form', quoteFormSchema, { validUntil: '' }],
  ['API', quoteBodySchema, { postId: 1 }],
])('quote, whole form: %s', (_, schema, extra) => {
  const check = (change: Record<string, unknown>) => texts(schema, { ...form, ...extra, ...change });

  test('a complete quote is accepted', () => {
    expect(check({})).toEqual([]);
  });
  test('all required texts at once', () => {
    const empty = {
      price: '',
      quantity: '',
      paymentMethod: '',
      shippingMethod: '',
      deliveryTime: '',
      deliveryFrom: '',
    };
    expect(check({ ...empty, deliveryTo: ' ' }).toSorted()).toEqual([
      'deliveryFrom: Delivery from location is required',
      'deliveryTime: Delivery time is required',
      'deliveryTo: Delivery to location is required',
      'paymentMethod: Payment method is required',
      'price: Price is required',
      'quantity: Minimum quantity is required',
      'shippingMethod: Shipping method is required',
    ]);
  });
  test('an "@" is refused in six fields of a quote', () => {
    for (const field of ['price', 'paymentMethod', 'shippingMethod', 'deliveryTime', 'deliveryFrom', 'deliveryTo']) {
      expect(check({ [field]: '5@x' })).toEqual([`${field}: Email addresses are not allowed in this field`]);
    }
  });
  test('lengths: exactly N is accepted, one more is not', () => {
    const limits: [string, number, string][] = [
      ['price', 20, 'Invalid input'],
      ['quantity', 20, 'Quantity must be less than 20 characters'],
      ['paymentMethod', 50, 'Invalid input'],
      ['shippingMethod', 20, 'Invalid input'],
      ['deliveryTime', 20, 'Invalid input'],
      ['deliveryFrom', 50, 'Invalid input'],
      ['deliveryTo', 50, 'Invalid input'],
      ['description', 500, 'Invalid input'],
      ['organizationName', 100, 'Organization name must be less than 100 characters'],
      ['taxCode', 20, 'Tax code must be less than 20 characters'],
    ];
    for (const [field, max, text] of limits) {
      expect(check({ [field]: 'x'.repeat(max) }), field).toEqual([]);
      expect(check({ [field]: 'x'.repeat(max + 1) }), field).toEqual([`${field}: ${text}`]);
    }
  });
  test('blanks around a text are dropped, and a currency is three letters of any case', () => {
    const typed = { description: ' x ', organizationName: ' Acme ', taxCode: ' 1 ', currency: ' eur ' };
    expect(schema.parse({ ...form, ...extra, ...typed })).toMatchObject({
      description: 'x',
      organizationName: 'Acme',
      taxCode: '1',
      currency: 'EUR',
    });
    for (const currency of ['EURO', 'EU', '1EUR']) expect(check({ currency })).toEqual(['currency: Invalid input']);
  });
  test('a blank text counts as empty in the rules between fields', () => {
    expect(check({ productMatch: 'different', description: ' ' })).toEqual(['description: Description is required']);
    expect(check({ accountType: 'organization', organizationName: ' ', taxCode: ' ' })).toHaveLength(2);
  });
  test('plain numbers follow the basic rules, other texts do not', () => {
    expect(check({ price: '-1' })).toEqual(['price: Price must be positive']);
    expect(check({ quantity: '0' })).toEqual(['quantity: Quantity must be at least 1']);
    expect(check({ price: '0', quantity: '1' })).toEqual([]);
    expect(check({ price: 'on request', quantity: '0-10 boxes' })).toEqual([]);
  });
  test('a description is required only for different', () => {
    expect(check({ productMatch: 'medium' })).toEqual([]);
    expect(check({ productMatch: 'different' })).toEqual(['description: Description is required']);
    expect(check({ productMatch: 'different', description: 'Alloy steel' })).toEqual([]);
  });
  test('an organization needs its name and tax code, an individual does not', () => {
    expect(check({ accountType: 'organization' })).toEqual([
      'organizationName: Organization name is required for organizations',
      'taxCode: Tax code is required for organizations',
    ]);
    expect(check({ accountType: 'organization', organizationName: 'Acme', taxCode: '1' })).toEqual([]);
  });
  test('rules between fields are checked even if other fields are refused', () => {
    expect(check({ price: '', productMatch: 'different' })).toEqual([
      'price: Price is required',
      'description: Description is required',
    ]);
  });
  test('a quote has at most five attachments of path and name', () => {
    const file = { path: 'a/b.pdf', name: 'offer.pdf' };
    expect(check({ attachments: Array(5).fill(file) })).toEqual([]);
    expect(check({ attachments: Array(6).fill(file) })).toEqual(['attachments: Invalid input']);
    expect(check({ attachments: [{ path: 'a' }] })).toEqual(['attachments.0.name: Invalid input']);
  });
});

describe('quote body of the API', () => {
  test('the basic four fields are enough', () => {
    expect(texts(quoteBodySchema, basic)).toEqual([]);
    expect(texts(quoteBodySchema, { ...basic, description: '' })).toEqual(['description: Description is required']);
  });
  test('a quote without price, quantity and delivery time is refused', () => {
    expect(texts(quoteBodySchema, { postId: 1, description: 'x' })).toEqual([
      'price: Price is required',
      'quantity: Minimum quantity is required',
      'deliveryTime: Delivery time is required',
    ]);
    expect(texts(quoteBodySchema, { ...basic, price: -1, quantity: 0 })).toEqual([
      'price: Price must be positive',
      'quantity: Quantity must be at least 1',
    ]);
  });
  test('a form-only field asks for the rest of the form', () => {
    for (const formOnly of [{ productMatch: 'high' }, { accountType: 'individual' }]) {
      expect(texts(quoteBodySchema, { ...basic, ...formOnly })).toEqual([
        'paymentMethod: Payment method is required',
        'shippingMethod: Shipping method is required',
        'deliveryFrom: Delivery from location is required',
        'deliveryTo: Delivery to location is required',
      ]);
    }
  });
  test('defaults: USD, no attachments; numbers become texts; forged fields are dropped', () => {
    const parsed = quoteBodySchema.parse({ ...basic, supplierId: 99, username: 'mona', contactAddress: 'x' });
    expect(parsed).toMatchObject({
      price: '10',
      quantity: '5',
      currency: 'USD',
      accountType: null,
      attachments: [],
      images: [],
      clientId: null,
      expectedRequest: null,
    });
    const given = {
      images: ['a.png'],
      clientId: '0a4b3c1e-1111-4222-8333-444455556666',
      expectedRequest: { unit: 't' },
    };
    expect(quoteBodySchema.parse({ ...basic, ...given })).toMatchObject(given);
    expect(Object.keys(parsed)).not.toContain('supplierId');
    expect(Object.keys(parsed)).not.toContain('username');
    expect(Object.keys(parsed)).not.toContain('contactAddress');
  });
  test('a quote body that is no object is refused', () => {
    for (const schema of [quoteBodySchema, quoteFormSchema])
      for (const body of [null, [], 'x', 5, undefined]) expect(texts(schema, body)[0]).toBe(': Invalid input');
  });
});

describe('quote facts', () => {
  test('[A216] a quote has the published fields', () => {
    const fields = Object.keys(quoteBodySchema.shape);
    const answered = Object.keys(quoteSchema.shape);
    const named =
      'postId productMatch description price quantity currency paymentMethod shippingMethod deliveryTime deliveryFrom deliveryTo images accountType organizationName taxCode attachments';
    expect(fields).toEqual(expect.arrayContaining(named.split(' ')));
    expect(answered).toEqual(expect.arrayContaining([...named.split(' '), 'contactAddress', 'username']));
    expect(typeof quoteBodySchema.parse(basic).postId).toBe('number');
  });
  test('labels of the product match and the empty form', () => {
    expect(Object.entries(PRODUCT_MATCH_LABELS)).toEqual([
      ['high', '>90% match with description'],
      ['medium', '70-90% match with description'],
      ['different', 'Different from description, please provide the details:'],
    ]);
    expect(EMPTY_QUOTE_FORM).toMatchObject({ productMatch: 'high', accountType: 'individual', currency: 'USD' });
  });
  test('plain numbers are read, and any other text is null', () => {
    expect(['15', ' 0.50 ', '-1', '+2', '.25', '7.'].map(plainNumber)).toEqual([15, 0.5, -1, 2, 0.25, 7]);
    for (const text of ['', ' ', '1 USD', '1e5', '0x10', '1,5', 'Infinity', 'NaN', '--1', '.']) {
      expect(plainNumber(text), text).toBeNull();
    }
  });
});

describe('a price or a quantity that can be two numbers', () => {
  test.each([
    [{ price: '1.250 USD/kg' }, 'price: Do you mean 1.25 or 1,250?'],
    [{ price: '12.000' }, 'price: Do you mean 12 or 12,000?'],
    [{ quantity: '1.250 kg' }, 'quantity: Do you mean 1.25 or 1,250?'],
  ])('an ambiguous price or quantity is questioned by the form and taken by /api: %j', (change, question) => {
    expect(texts(quoteFormSchema, { ...form, validUntil: '', ...change })).toEqual([question]);
    expect(texts(quoteBodySchema, { ...form, postId: 1, ...change })).toEqual([]);
  });

  test('an ambiguous price is questioned while other fields are refused', () => {
    const refused = texts(quoteFormSchema, { ...form, validUntil: '', price: '1.250', deliveryTo: '' });
    expect(refused).toContain('price: Do you mean 1.25 or 1,250?');
    expect(refused).toHaveLength(2);
  });

  test.each(['1.250 VND/kg', '1,250 USD/kg', 'on request', '1.2500 USD/kg', 'call 12.000 times'])(
    'a price with one meaning is not questioned: %s',
    (price) => expect(texts(quoteFormSchema, { ...form, validUntil: '', price })).toEqual([]),
  );
});

describe('until when a quote is valid [A611]', () => {
  const parse = (validUntil: unknown) => parseInput(quoteFormSchema, { ...form, validUntil });
  const today = todayUtc();

  test('the validity of a quote is left to the database when no day is chosen', () => {
    expect(parse('')).toMatchObject({ ok: true, data: { validUntil: undefined } });
    expect(quoteBodySchema.parse(basic)).toMatchObject({ validUntil: null });
    expect(quoteBodySchema.parse({ ...basic, validUntil: today })).toMatchObject({ validUntil: today });
  });

  test.each([
    [today, true],
    [` ${today} `, true],
    [dayAfter(today, 365), true],
    [dayAfter(today, -1), VALID_UNTIL_PAST],
    [dayAfter(today, 366), VALID_UNTIL_TOO_LATE],
    ['2026-02-30', VALID_UNTIL_NO_DAY],
    ['soon', VALID_UNTIL_NO_DAY],
  ])('the form takes a day from today on, within a year: %s', (day, wanted) => {
    const result = parse(day);
    if (wanted === true) expect(result).toMatchObject({ ok: true, data: { validUntil: day.trim() } });
    else expect(result).toMatchObject({ ok: false, errors: [{ path: 'validUntil', message: wanted }] });
  });

  test('a validity that is no day is refused', () => {
    const result = parseInput(quoteBodySchema, { ...basic, validUntil: 'soon' });
    expect(result).toEqual({ ok: false, errors: [{ path: 'validUntil', message: VALID_UNTIL_NO_DAY }] });
  });
});

test('every fact of the form is a field of /api', () => {
  const {
    postId: _post,
    images: _images,
    attachments: _files,
    clientId: _client,
    expectedRequest: _read,
    ...facts
  } = quoteBodySchema.shape;
  expect(QUOTE_FACT_NAMES.toSorted()).toEqual(Object.keys(facts).sort());
});
