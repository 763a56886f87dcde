import { expect, test } from 'vitest';
import { MESSAGE_ATTACHMENTS } from './message-files.ts';
import { imageFile } from '../../../tests/support/files/image-files.ts';

const PNG = imageFile('image/png');
const JPEG = imageFile('image/jpeg');
const PDF = new TextEncoder().encode('%PDF-1.7');
const { sniff } = MESSAGE_ATTACHMENTS;

test('knows images and documents whose name and content agree', () => {
  expect(sniff('drawing.PNG', PNG)).toBe('png');
  expect(sniff('photo.jpg', JPEG)).toBe('jpg');
  expect(sniff('photo.jpeg', JPEG)).toBe('jpeg');
  expect(sniff('offer.pdf', PDF)).toBe('pdf');
  expect([sniff('photo.jpg', PNG), sniff('offer.pdf', PNG), sniff('photo.png', PDF), sniff('x.gif', PNG)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('knows no image that fills the memory of whoever opens it', () => {
  expect(sniff('plan.png', imageFile('image/png', { width: 8_000, height: 5_000 }))).toBe('png');
  expect(sniff('plan.png', imageFile('image/png', { width: 8_000, height: 5_001 }))).toBeNull();
});
