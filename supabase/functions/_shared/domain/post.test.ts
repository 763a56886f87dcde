import { describe, expect, test } from 'vitest';
import { parseInput } from './input.ts';
import { refusals } from '../../../tests/support/refusals.ts';
import { likeAnswerSchema, postBodySchema, postFormSchema, postSchema, toPostBody } from './post.ts';

const form = {
  title: 'Steel tubes',
  description: 'Seamless, 20 t',
  category: 'industrial',
  deliveryAddress: 'Dock 4',
  country: 'vIeTnAm',
  area: '',
  port: '',
  images: [],
};

describe.each([
  ['form', postFormSchema],
  ['API', postBodySchema],
])('post, %s', (_, schema) => {
  const texts = (change: Record<string, unknown>) => {
    const result = parseInput(schema, { ...form, ...change });
    return result.ok ? [] : result.errors.map(({ path, message }) => `${path}: ${message}`);
  };

  test('required texts, white space counting as empty', () => {
    for (const empty of ['', '  \n']) {
      expect(
        texts({ title: empty, description: empty, category: empty, deliveryAddress: empty, country: empty }),
      ).toEqual([
        'title: Title is required',
        'description: Description is required',
        'category: Please select a category',
        'deliveryAddress: Delivery address is required',
        'country: Country is required',
      ]);
    }
  });
  test('[A311] title of 200 is accepted, 201 is too long', () => {
    expect(texts({ title: 'x'.repeat(200) })).toEqual([]);
    expect(texts({ title: 'x'.repeat(201) })).toEqual(['title: Title too long']);
  });
  test('description of 5000 is accepted, 5001 is too long', () => {
    expect(texts({ description: 'x'.repeat(5000) })).toEqual([]);
    expect(texts({ description: 'x'.repeat(5001) })).toEqual(['description: Description too long']);
  });
  test('delivery address of 1 to 100, area to 30, port to 50', () => {
    expect(texts({ deliveryAddress: 'x' })).toEqual([]);
    expect(texts({ deliveryAddress: 'x'.repeat(100), area: 'x'.repeat(30), port: 'x'.repeat(50) })).toEqual([]);
    expect(texts({ deliveryAddress: 'x'.repeat(101), area: 'x'.repeat(31), port: 'x'.repeat(51) })).toEqual([
      'deliveryAddress: Invalid input',
      'area: Invalid input',
      'port: Invalid input',
    ]);
  });
  test('both category readings are accepted, others not', () => {
    for (const category of ['agriculture', 'agricultural', 'real_estate', 'manufacturing']) {
      expect(texts({ category })).toEqual([]);
    }
    expect(texts({ category: 'banana' })).toEqual(['category: Please select a category']);
  });
  test('a post has at most five images, each a stored path or an https address', () => {
    const path = '5b0c9a3e-0000-4000-8000-000000000000/5b0c9a3e-0000-4000-8000-000000000001.png';
    expect(texts({ images: [path, 'https://cdn.example.com/a.png', path, path, path] })).toEqual([]);
    expect(texts({ images: Array(6).fill(path) })).toEqual(['images: Invalid input']);
    for (const image of [
      'javascript:alert(1)',
      'data:image/svg+xml,x',
      'http://plain.example.com/a.png',
      '../x.png',
      '/etc/passwd',
      'a"b',
      '',
      'https://[',
    ]) {
      expect(texts({ images: [image] }), image).toEqual(['images.0: Invalid input']);
    }
  });
});

describe('what is stored', () => {
  test('the form stores the code of the country and null for empty texts', () => {
    const parsed = postFormSchema.parse({ ...form, area: ' ', port: ' Hai Phong ' });
    expect(toPostBody(parsed)).toMatchObject({ country: 'vn', area: null, port: 'Hai Phong', images: [] });
  });
  test('the API does the same, and takes missing optional fields', () => {
    const { area: _area, port: _port, images: _images, ...required } = form;
    expect(postBodySchema.parse({ ...required, userId: 9, likes: 99, isHidden: true })).toEqual({
      ...required,
      country: 'vn',
      area: null,
      port: null,
      images: [],
    });
    expect(postBodySchema.parse({ ...form, country: ' Atlantis ' }).country).toBe('Atlantis');
  });
});

test.each([
  ['likes', postSchema.shape.likes],
  ['quotes', postSchema.shape.quoteCount],
  ['likes after a click', likeAnswerSchema.shape.likes],
])('a count of %s is not negative', (_, count) => {
  expect([0, 7].flatMap((value) => refusals(count, value))).toEqual([]);
  expect(refusals(count, -1)).toHaveLength(1);
});
