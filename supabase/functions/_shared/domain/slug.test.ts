import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { idFromSlug, postSlug, slugify } from './slug.ts';

describe('slug', () => {
  test('[A559] a slug is lower-case', () => {
    expect(slugify('STEEL Tubes')).toBe('steel-tubes');
  });
  test('[A560] a slug has accents removed', () => {
    expect(slugify('Café Crème')).toBe('cafe-creme');
    expect(slugify('Smørrebrød Łódź Straße Œuvre')).toBe('smorrebrod-lodz-strasse-oeuvre');
  });
  test('[A561] a slug has Vietnamese accents removed, composed or not', () => {
    expect(slugify('Thép tấm Đặc Biệt')).toBe('thep-tam-dac-biet');
    expect(slugify('Thép tấm Đặc Biệt'.normalize('NFD'))).toBe('thep-tam-dac-biet');
    expect(slugify('đĐ Ưu Ổn ỹ')).toBe('dd-uu-on-y');
  });
  test('[A562] non-alphanumerics become single hyphens, none at the ends', () => {
    expect(slugify(' --50% off!!  (a/b) -- ')).toBe('50-off-a-b');
  });
  test('[A563] the text is cut at 100 characters, then "-{id}" is appended', () => {
    expect(postSlug({ id: 17, title: 'x'.repeat(150) })).toBe(`${'x'.repeat(100)}-17`);
    expect(postSlug({ id: 17, title: `${'x'.repeat(99)} y` })).toBe(`${'x'.repeat(99)}-17`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        expect(slugify(title)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(slugify(title).length).toBeLessThanOrEqual(100);
      }),
    );
  });
  test('a title that leaves nothing becomes "post-{id}"', () => {
    expect(postSlug({ id: 5, title: '钢管' })).toBe('post-5');
    expect(postSlug({ id: 5, title: '' })).toBe('post-5');
  });
  test('[A33] the id is the trailing number of the segment', () => {
    expect(idFromSlug('steel-2024-tubes-17')).toBe(17);
    expect(idFromSlug('17')).toBe(17);
  });
  test('a segment without a usable id gives null', () => {
    for (const segment of ['', 'steel', 'steel-', 'steel-17x', 'steel-0', 'steel-99999999999999999999', '17-']) {
      expect(idFromSlug(segment), segment).toBeNull();
    }
  });
  test('[A564] the id read back equals the id, also for titles that end in digits', () => {
    expect(idFromSlug(postSlug({ id: 42, title: 'Order 2024' }))).toBe(42);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), fc.string(), fc.nat(), (id, title, digits) => {
        expect(idFromSlug(postSlug({ id, title }))).toBe(id);
        expect(idFromSlug(postSlug({ id, title: `${title} ${digits}` }))).toBe(id);
      }),
    );
  });
});
