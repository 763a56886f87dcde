import { expect, it } from 'vitest';
import { checkPickedDocuments } from './document-files.ts';
import { MESSAGE_ATTACHMENTS } from './message-files.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]);
const PDF = new TextEncoder().encode('%PDF-1.7');
const { sniff } = MESSAGE_ATTACHMENTS;

it('knows pictures and documents whose name and content agree', () => {
  expect(sniff('drawing.PNG', PNG)).toBe('png');
  expect(sniff('photo.jpg', JPEG)).toBe('jpg');
  expect(sniff('photo.jpeg', JPEG)).toBe('jpeg');
  expect(sniff('offer.pdf', PDF)).toBe('pdf');
  expect([sniff('photo.jpg', PNG), sniff('offer.pdf', PNG), sniff('photo.png', PDF), sniff('x.gif', PNG)]).toEqual([null, null, null, null]);
});

it('refuses what is of another kind or too large, with its own words', () => {
  const file = (name: string, size = 1) => ({ name, size, type: '' });
  const { accepted, refusals } = checkPickedDocuments(
    [file('a.png'), file('b.svg'), file('c.pdf', 3 * 1024 * 1024 + 1)],
    0,
    MESSAGE_ATTACHMENTS,
  );
  expect(accepted.map(({ name }) => name)).toEqual(['a.png']);
  expect(refusals.map(({ text }) => text)).toEqual([
    'Only PDF, Word, Excel, PowerPoint, PNG and JPG files can be attached',
    'Maximum file size is 3MB',
  ]);
});
