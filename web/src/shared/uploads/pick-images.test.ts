import { beforeEach, describe, expect, test, vi } from 'vitest';
import { imageFile } from '../../../../supabase/tests/support/files/image-files.ts';
import { IMAGE_SIZE_MAX } from '@domain/limits.ts';
import { FEEDBACK_IMAGES, GALLERY_IMAGES, pickGalleryImages, pickImages, refusalOfAvatar } from './pick-images.ts';

const PNG = [...imageFile('image/png')];
const file = (name: string, type: string, bytes: readonly number[]) =>
  new File([Uint8Array.from(bytes)], name, { type });
const text = (content: string) => [...content].map((letter) => letter.charCodeAt(0));
const png = (name: string, image: { size?: number; width?: number; height?: number } = { size: 20 }) =>
  new File([imageFile('image/png', image)], name, { type: 'image/png' });
const pngs = (count: number) => Array.from({ length: count }, (_, index) => png(`${index}.png`));
const names = (images: readonly { file: File }[]) => images.map((image) => image.file.name);

/** Stands in for the decoder of a browser, which refuses HEIC and files of this name. */
const UNREADABLE = 'broken.png';
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', (blob: File) =>
    blob.name === UNREADABLE || blob.type === 'image/heic'
      ? Promise.reject(new Error('not decoded'))
      : Promise.resolve({ close: () => undefined }),
  );
  return () => vi.unstubAllGlobals();
});

describe('images of a post', () => {
  test('images of a post are stored under a new name with the extension of their content', async () => {
    const { images, refusals } = await pickGalleryImages([file('photo.jpg', 'image/jpeg', PNG)], 0, 'folder');
    expect(refusals).toEqual([]);
    expect(images).toHaveLength(1);
    expect(images[0]).toMatchObject({ type: 'image/png' });
    expect(images[0]?.path).toMatch(/^folder\/[0-9a-f]{8}-[0-9a-f-]{27}\.png$/);
  });

  test('images of a post are refused when they are scripts, texts or unknown formats', async () => {
    const files = [
      file('drawing.svg', 'image/svg+xml', text('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      file('notes.png', 'image/png', text('only a text')),
      file('notes.txt', 'text/plain', text('only a text')),
      file('picture.txt', 'text/plain', PNG),
      file('picture', '', PNG),
    ];
    const { images, refusals } = await pickImages(files, 0, GALLERY_IMAGES);
    expect(images).toEqual([]);
    expect(refusals).toEqual(
      files.map(({ name }) => ({ title: 'Invalid file type', text: `${name} is not an image file` })),
    );
  });

  test('an image in a format that is not stored is refused with the format and the way out', async () => {
    const files = [
      file('phone.heic', 'image/heic', text('\0\0\0\x18ftypheic')),
      // What Windows says of a HEIC: nothing.
      file('IMG_1.HEIC', '', text('\0\0\0\x18ftypmif1')),
      file('photo.jpg', 'image/jpeg', text('\0\0\0\x1cftypavif')),
      file('scan.tif', 'image/tiff', text('II*\0')),
      file('scan.bmp', 'image/bmp', text('BM6\x10\0\0\0\0\0\0')),
    ];
    const { images, refusals } = await pickImages(files, 0, GALLERY_IMAGES);
    expect(images).toEqual([]);
    expect(refusals.map((refusal) => refusal.text)).toEqual([
      'phone.heic is an image in HEIC: save it as JPG or PNG first',
      'IMG_1.HEIC is an image in HEIC: save it as JPG or PNG first',
      'photo.jpg is an image in AVIF: save it as JPG or PNG first',
      'scan.tif is an image in TIFF: save it as JPG or PNG first',
      'scan.bmp is an image in BMP: save it as JPG or PNG first',
    ]);
  });

  test('a damaged image is refused and leaves its place to another', async () => {
    const whole = imageFile('image/jpeg');
    const files = [
      file('cut.jpg', 'image/jpeg', [...whole.subarray(0, whole.length - 3)]),
      png(UNREADABLE),
      ...pngs(5),
    ];
    const { images, refusals } = await pickImages(files, 0, GALLERY_IMAGES);
    expect(names(images)).toEqual(['0.png', '1.png', '2.png', '3.png', '4.png']);
    expect(refusals.map((refusal) => refusal.text)).toEqual([
      'cut.jpg is damaged: save or export it again',
      'broken.png is damaged: save or export it again',
    ]);
  });

  test('images of a post have at most 40 megapixels, however small the file is', async () => {
    const files = [png('fits.png', { width: 8_000, height: 5_000 }), png('bomb.png', { width: 8_000, height: 5_001 })];
    const { images, refusals } = await pickImages(files, 0, GALLERY_IMAGES);
    expect(names(images)).toEqual(['fits.png']);
    expect(refusals).toEqual([{ title: 'File too large', text: 'bomb.png has more than 40 megapixels' }]);
  });

  test('images of a post have at most 5 MB', async () => {
    const files = [png('a.png', { size: IMAGE_SIZE_MAX }), png('big one.png', { size: IMAGE_SIZE_MAX + 1 })];
    const { images, refusals } = await pickImages(files, 0, GALLERY_IMAGES);
    expect(names(images)).toEqual(['a.png']);
    expect(refusals).toEqual([{ title: 'File too large', text: 'big one.png exceeds 5MB limit' }]);
  });

  test('images of a post are taken while there is room: 2 of 3 next to 3, 5 of 6 next to none', async () => {
    const beside = await pickImages(pngs(3), 3, GALLERY_IMAGES);
    expect(names(beside.images)).toEqual(['0.png', '1.png']);
    expect(beside.refusals).toEqual([
      { title: 'Too many images', text: 'You can only upload 2 more image(s). Maximum 5 images allowed per post.' },
    ]);
    const first = await pickImages(pngs(6), 0, GALLERY_IMAGES);
    expect(first.images).toHaveLength(5);
    expect(first.refusals[0]?.text).toBe('You can only upload 5 more image(s). Maximum 5 images allowed per post.');
  });

  test('refused files use up no room for images of a post', async () => {
    const files = [file('note.txt', 'text/plain', text('note')), png('b.png')];
    const { images, refusals } = await pickImages(files, 4, GALLERY_IMAGES);
    expect(names(images)).toEqual(['b.png']);
    expect(refusals).toEqual([{ title: 'Invalid file type', text: 'note.txt is not an image file' }]);
  });
});

describe('images of feedback', () => {
  test('images of feedback are added to the existing ones, up to three', async () => {
    const { images, refusals } = await pickImages([png('b'), png('c'), png('d')], 1, FEEDBACK_IMAGES);
    expect(names(images)).toEqual(['b', 'c']);
    expect(refusals.map((refusal) => refusal.text)).toEqual(['At most 3 images']);
  });

  test('images of feedback are refused when their content is no image, or when they are too large', async () => {
    const script = new File(['<svg onload="alert(1)">'], 'x.png', { type: 'image/png' });
    const files = [
      script,
      png('large.png', { size: IMAGE_SIZE_MAX + 1 }),
      png('full.png', { size: IMAGE_SIZE_MAX }),
      png('bomb.png', { width: 20_000, height: 20_000 }),
      file('picture.txt', 'text/plain', PNG),
    ];
    const { images, refusals } = await pickImages(files, 0, FEEDBACK_IMAGES);
    expect(names(images)).toEqual(['full.png', 'picture.txt']);
    expect(refusals.map((refusal) => refusal.text)).toEqual([
      'x.png is not an image file',
      'large.png exceeds 5MB limit',
      'bomb.png has more than 40 megapixels',
    ]);
  });
});

test('an avatar is refused for its name, its size, its pixels, or because the browser cannot read it', async () => {
  const refused = [
    file('notes.txt', 'text/plain', PNG),
    png('large.png', { size: IMAGE_SIZE_MAX + 1 }),
    png('bomb.png', { width: 8_000, height: 5_001 }),
    png(UNREADABLE),
    file('phone.heic', 'image/heic', text('\0\0\0\x18ftypheic')),
  ];
  expect(await Promise.all(refused.map(refusalOfAvatar))).toEqual([
    { title: 'Invalid file type', text: 'notes.txt is not an image file' },
    { title: 'File too large', text: 'large.png exceeds 5MB limit' },
    { title: 'File too large', text: 'bomb.png has more than 40 megapixels' },
    { title: 'Invalid file type', text: 'broken.png is damaged: save or export it again' },
    { title: 'Invalid file type', text: 'phone.heic is an image in HEIC: save it as JPG or PNG first' },
  ]);
});
