import { describe, expect, test } from 'vitest';
import { imageFile } from '@domain/testing/image-files.ts';
import { pickImages } from './pick-images.ts';

const PNG = [...imageFile('image/png')];
const file = (name: string, type: string, bytes: readonly number[]) =>
  new File([Uint8Array.from(bytes)], name, { type });
const text = (content: string) => [...content].map((letter) => letter.charCodeAt(0));

describe('pickImages', () => {
  test('stores a picture under a new name with the ending that its content proves', async () => {
    const { images, refusals } = await pickImages([file('photo.jpg', 'image/jpeg', PNG)], 0, 'folder');
    expect(refusals).toEqual([]);
    expect(images).toHaveLength(1);
    expect(images[0]).toMatchObject({ type: 'image/png' });
    expect(images[0]?.path).toMatch(/^folder\/[0-9a-f]{8}-[0-9a-f-]{27}\.png$/);
  });

  test('refuses scripts, text and unknown pictures that call themselves images', async () => {
    const files = [
      file('drawing.svg', 'image/svg+xml', text('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      file('phone.heic', 'image/heic', text('\0\0\0\x18ftypheic')),
      file('notes.png', 'image/png', text('only a text')),
      file('notes.txt', 'text/plain', text('only a text')),
      file('picture.txt', 'text/plain', PNG),
    ];
    const { images, refusals } = await pickImages(files, 0, 'folder');
    expect(images).toEqual([]);
    expect(refusals).toEqual(
      files.map(({ name }) => ({ title: 'Invalid file type', text: `${name} is not an image file` })),
    );
  });

  test('refuses what has more than 40 megapixels, however small the file is', async () => {
    const files = [
      file('fits.png', 'image/png', [...imageFile('image/png', { width: 8_000, height: 5_000 })]),
      file('bomb.png', 'image/png', [...imageFile('image/png', { width: 8_000, height: 5_001 })]),
    ];
    const { images, refusals } = await pickImages(files, 0, 'folder');
    expect(images.map((image) => image.file.name)).toEqual(['fits.png']);
    expect(refusals).toEqual([{ title: 'File too large', text: 'bomb.png has more than 40 megapixels' }]);
  });

  test('takes as many as there is room for', async () => {
    const { images, refusals } = await pickImages(
      [1, 2, 3].map((n) => file(`${n}.png`, 'image/png', PNG)),
      3,
      'folder',
    );
    expect(images.map((image) => image.file.name)).toEqual(['1.png', '2.png']);
    expect(refusals).toEqual([
      { title: 'Too many images', text: 'You can only upload 2 more image(s). Maximum 5 images allowed per post.' },
    ]);
  });
});
