import { expect, test } from 'vitest';
import { nameToSave } from './file-name.ts';

test.each([
  ['Offer.pdf', 'a/b.pdf', 'Offer.pdf'],
  ['Offer', 'a/b.pdf', 'Offer'],
  ['Photo.JPEG', 'a/b.jpg', 'Photo.JPEG'],
  ['Price list.hta', 'a/b.webp', 'Price list.hta.webp'],
  ['Offer v1.2', 'a/b.docx', 'Offer v1.2.docx'],
  ['offer.exe.', 'a/b.pdf', 'offer.exe..pdf'],
  ['invoice\u202efdp.exe', 'a/b.png', 'invoicefdp.exe.png'],
  ['../x/offer.pdf', 'a/b.pdf', 'offer.pdf'],
])('%s of %s is saved as %s', (name, path, saved) => {
  expect(nameToSave(name, path)).toBe(saved);
});
