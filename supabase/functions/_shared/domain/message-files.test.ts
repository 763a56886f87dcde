import { expect, test } from 'vitest';
import { MESSAGE_ATTACHMENTS } from './message-files.ts';
import { imageFile } from '../../../tests/support/files/image-files.ts';

const PNG = imageFile('image/png');
const JPEG = imageFile('image/jpeg');
const PDF = new TextEncoder().encode('%PDF-1.7');

async function sniff(fileName: string, bytes: Uint8Array): Promise<string | null> {
  const inspected = await MESSAGE_ATTACHMENTS.inspect(fileName, bytes);
  return 'extension' in inspected ? inspected.extension : null;
}

test('message files are images and documents whose name and content agree', async () => {
  expect(await sniff('drawing.PNG', PNG)).toBe('png');
  expect(await sniff('photo.jpg', JPEG)).toBe('jpg');
  expect(await sniff('photo.jpeg', JPEG)).toBe('jpeg');
  expect(await sniff('offer.pdf', PDF)).toBe('pdf');
  expect([
    await sniff('photo.jpg', PNG),
    await sniff('offer.pdf', PNG),
    await sniff('photo.png', PDF),
    await sniff('x.gif', PNG),
  ]).toEqual([null, null, null, null]);
});

test('a message image that is cut is refused', async () => {
  expect(await sniff('drawing.png', PNG.subarray(0, -20))).toBeNull();
});

test('a message image in another format is refused with the format', async () => {
  const heic = Uint8Array.from('\0\0\0\x18ftypheic', (character) => character.charCodeAt(0));
  expect(await MESSAGE_ATTACHMENTS.inspect('a.jpg', heic)).toMatchObject({
    refusal: { text: 'a.jpg is an image in HEIC: save it as JPG or PNG first' },
  });
});

test('a message image that would fill the memory of its reader is refused', async () => {
  expect(await sniff('plan.png', imageFile('image/png', { width: 8_000, height: 5_000 }))).toBe('png');
  expect(await sniff('plan.png', imageFile('image/png', { width: 8_000, height: 5_001 }))).toBeNull();
});
