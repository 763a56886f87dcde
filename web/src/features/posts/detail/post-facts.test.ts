import { describe, expect, test } from 'vitest';
import { REQUIREMENT_FIELDS, requirementsSchema, type Requirements } from '@domain/requirements-schema.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import { changedFields, hasRequirements, requirementFacts } from './post-facts.ts';

describe('changedFields', () => {
  test('the changed fields merge several edits: the oldest value next to the newest [A624]', () => {
    const changes = [
      { before: { title: 'Rice', quantity: 20 }, after: { title: 'Brown rice', quantity: 25 } },
      { before: { quantity: 25, needed_by: null }, after: { quantity: 12000.5, needed_by: '2020-12-15' } },
    ];
    expect(changedFields(changes, ENGLISH)).toEqual([
      { label: 'Title', before: 'Rice', after: 'Brown rice' },
      { label: 'Quantity', before: '20', after: '12,000.5' },
      { label: 'Needed by', before: '', after: 'Dec 15, 2020' },
    ]);
  });

  test('the changed fields leave out a change of whitespace alone', () => {
    expect(changedFields([{ before: { description: 'Coils ' }, after: { description: 'Coils' } }], ENGLISH)).toEqual(
      [],
    );
  });

  test('the changed fields leave out what was changed back, and unknown fields', () => {
    const changes = [
      { before: { port: 'Hai Phong', images: [] }, after: { port: null, images: ['a.jpg'] } },
      { before: { port: null }, after: { port: 'Hai Phong' } },
    ];
    expect(changedFields(changes, ENGLISH)).toEqual([]);
    expect(changedFields([], ENGLISH)).toEqual([]);
  });

  test('the changed fields show countries by name, and a removed value as empty', () => {
    expect(
      changedFields([{ before: { country: 'vn', port: 'Hai Phong' }, after: { country: 'de', port: null } }], ENGLISH),
    ).toEqual([
      { label: 'Country', before: 'Vietnam', after: 'Germany' },
      { label: 'Port', before: 'Hai Phong', after: '' },
    ]);
  });

  describe('documents of a request', () => {
    const file = (path: string, name = 'a.pdf') => ({ path, name });
    const of = (...steps: unknown[][]) =>
      changedFields(
        steps.slice(1).map((documents, nr) => ({ before: { documents: steps[nr] }, after: { documents } })),
        ENGLISH,
      ).map(({ before, after }) => [before, after]);

    test('another file of the same name says so, in one change or several', () => {
      expect(of([file('1')], [file('2')])).toEqual([['a.pdf', 'a.pdf (edited)']]);
      expect(of([file('1')], [], [file('2')])).toEqual([['a.pdf', 'a.pdf (edited)']]);
      expect(of([file('1'), file('3', 'b.pdf')], [file('3', 'b.pdf'), file('2')])).toEqual([
        ['a.pdf, b.pdf', 'b.pdf, a.pdf (edited)'],
      ]);
    });

    test('a new file, a removed one and a new name are shown by name, and what came back is no change', () => {
      expect(of([], [file('1')])).toEqual([['', 'a.pdf']]);
      expect(of([file('1')], [])).toEqual([['a.pdf', '']]);
      expect(of([file('1')], [file('1', 'b.pdf')])).toEqual([['a.pdf', 'b.pdf']]);
      expect(of([file('1')], [file('2')], [file('1')])).toEqual([]);
    });

    test('old changes, which have names only, are read beside new ones', () => {
      expect(of(['a.pdf'], ['b.pdf'])).toEqual([['a.pdf', 'b.pdf']]);
      const first = { before: { documents: ['a.pdf'] }, after: { documents: ['a.pdf', 'b.pdf'] } };
      const second = { before: { documents: [file('1'), file('2', 'b.pdf')] }, after: { documents: [file('3')] } };
      expect(changedFields([first, second], ENGLISH)).toMatchObject([{ before: 'a.pdf', after: 'a.pdf (edited)' }]);
    });
  });

  test('the changed fields are translated where the product speaks, and unchanged where people do', () => {
    const vietnamese = translated('vi', {
      texts: { Country: 'Quốc gia', Quantity: 'Số lượng', Title: 'Tiêu đề', Unit: 'Đơn vị', ton: 'tấn' },
      messages: {},
    });
    const before = { title: 'Title', quantity: 1000, unit: 'kg', country: 'vn' };
    const after = { title: 'Unit', quantity: 1.5, unit: 'ton', country: 'de' };
    expect(changedFields([{ before, after }], vietnamese)).toEqual([
      { label: 'Tiêu đề', before: 'Title', after: 'Unit' },
      { label: 'Số lượng', before: '1.000', after: '1,5' },
      { label: 'Đơn vị', before: 'kg', after: 'tấn' },
      { label: 'Quốc gia', before: 'Việt Nam', after: 'Đức' },
    ]);
  });
});

describe('the requirements on the page of a post', () => {
  const none = { ...requirementsSchema.parse({}), closedAt: null };
  const given: Requirements = {
    quantity: 20,
    unit: 'ton',
    targetPrice: 650,
    targetCurrency: 'USD',
    neededBy: '2020-12-15',
    quoteDeadline: '2020-12-01T12:00:00Z',
    incoterm: 'FOB',
  };

  test('every requirement is listed with its name, and without a value where none is given', () => {
    expect(requirementFacts({ ...none, ...given }, ENGLISH)).toEqual([
      { name: 'Quantity', value: '20 tons' },
      { name: 'Target price', value: '650 USD per ton' },
      { name: 'Needed by', value: 'Dec 15, 2020' },
      { name: 'Incoterm', value: 'FOB' },
    ]);
    expect(requirementFacts(none, ENGLISH).every(({ value }) => value === null)).toBe(true);
  });

  test('each requirement alone is enough for the list, except a unit or a currency without an amount', () => {
    const silent = REQUIREMENT_FIELDS.filter((name) => !hasRequirements({ ...none, [name]: given[name] }, ENGLISH));
    expect(silent).toEqual(['unit', 'targetCurrency']);
    expect(hasRequirements(none, ENGLISH)).toBe(false);
    expect(hasRequirements({ ...none, closedAt: '2020-12-01T12:00:00Z' }, ENGLISH)).toBe(true);
  });
});
