import { expect, test } from 'vitest';
import { openingOf } from './file-opening.ts';
import { isShowable } from './showable.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const STARTS = {
  pdf: bytes('%PDF-1.7\n1 0 obj'),
  png: bytes('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'),
  jpeg: bytes('\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF'),
  gif: bytes('GIF89a\u0001\0\u0001\0'),
  webp: bytes('RIFF\u0024\0\0\0WEBPVP8 '),
  html: bytes('<!doctype html><script>alert(1)</script>'),
  svg: bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  zip: bytes('PK\u0003\u0004\u0014\0\u0006\0'),
  program: bytes('MZ\u0090\0\u0003\0'),
  late: bytes('<script>alert(1)</script>%PDF-1.7'),
  empty: bytes(''),
};

test.for([
  ['a/b.pdf', 'tab', ['pdf']],
  ['a/b.png', 'lightbox', ['png']],
  ['a/b.jpg', 'lightbox', ['jpeg']],
  ['a/b.jpeg', 'lightbox', ['jpeg']],
  ['a/b.gif', 'lightbox', ['gif']],
  ['a/b.webp', 'lightbox', ['webp']],
  ['a/b.thumb.webp', 'lightbox', ['webp']],
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'svg', 'html', 'pdf.exe', 'constructor'].map(
    (ending) => [`a/b.${ending}`, 'download', []] as const,
  ),
  ['a/pdf', 'download', []],
  ['', 'download', []],
] as const)('[A743] the file %s: %s, and shown only with its own content', ([path, opening, shown]) => {
  expect(openingOf(path)).toBe(opening);
  expect(Object.entries(STARTS).flatMap(([name, start]) => (isShowable(path, start) ? [name] : []))).toEqual(shown);
});
