import { describe, expect, it } from 'vitest';
import { pickImages } from './pick-images.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const file = (name: string, type: string, bytes: readonly number[]) => new File([Uint8Array.from(bytes)], name, { type });
const text = (content: string) => [...content].map((letter) => letter.charCodeAt(0));

describe('pickImages', () => {
  it('stores a picture under a new name with the ending that its content proves', async () => {
    const { images, refusals } = await pickImages([file('photo.jpg', 'image/jpeg', PNG)], 0, 'folder');
    expect(refusals).toEqual([]);
    expect(images).toHaveLength(1);
    expect(images[0]).toMatchObject({ type: 'image/png' });
    expect(images[0]?.path).toMatch(/^folder\/[0-9a-f]{8}-[0-9a-f-]{27}\.png$/);
  });

  it('refuses scripts, text and unknown pictures that call themselves images', async () => {
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

  it('takes as many as there is room for', async () => {
    const { images, refusals } = await pickImages([1, 2, 3].map((n) => file(`${n}.png`, 'image/png', PNG)), 3, 'folder');
    expect(images.map((image) => image.file.name)).toEqual(['1.png', '2.png']);
    expect(refusals).toEqual([
      { title: 'Too many images', text: 'You can only upload 2 more image(s). Maximum 5 images allowed per post.' },
    ]);
  });
});
