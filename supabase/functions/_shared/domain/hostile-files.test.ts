/** What somebody uploads is read on a thread that everybody shares: no file keeps it longer than an honest one of its size. */
import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, text, zeros } from '../../../tests/support/files/hex.ts';
import { many, slides } from '../../../tests/support/files/large-office-files.ts';
import { oleFile, zipFile, zipOf, zipParts } from '../../../tests/support/files/office-files.ts';
import { DOCUMENT_ATTACHMENTS } from './document-files.ts';
import type { ImageType } from './image-files.ts';
import { withoutMetadata } from './image-metadata.ts';
import { partsToDraw } from './image-parts.ts';
import { readImage } from './image-size.ts';
import { ATTACHMENT_SIZE_MAX, IMAGE_SIZE_MAX } from './limits.ts';

type Works = Readonly<Record<string, () => unknown>>;

/**
 * Expects that each work takes less than so many times the honest one: the fastest of at most thirty rounds counts, in turn, as
 * many as it takes.
 */
async function expectWithin(factor: number, honest: () => unknown, others: Works) {
  const fastest = new Map<() => unknown, number>();
  const measure = async (work: () => unknown) => {
    const start = performance.now();
    await work();
    const took = performance.now() - start;
    fastest.set(work, Math.min(fastest.get(work) ?? Infinity, took));
  };
  const timesOf = (work: () => unknown) => (fastest.get(work) ?? Infinity) / (fastest.get(honest) ?? Infinity);
  let slow = Object.entries(others);
  for (let round = 0; round < 30 && slow.length > 0; round += 1) {
    await measure(honest);
    for (const [, work] of slow) await measure(work);
    slow = slow.filter(([, work]) => timesOf(work) >= factor);
  }
  expect(slow.map(([name, work]) => `${name}: ${timesOf(work).toFixed(1)} times as long`)).toEqual([]);
}

const latin = (letters: string) => Buffer.from(letters, 'latin1');
/** A file of the largest size: its start, then this part again and again. */
const filled = (start: string, part: string, size = IMAGE_SIZE_MAX) => {
  const file = Buffer.alloc(size).fill(latin(part), start.length);
  file.set(latin(start));
  return new Uint8Array(file);
};

type Hostile = { start: string; parts: string[]; honest: () => Uint8Array };
const NOISE = Buffer.from(Array.from({ length: 8192 }, (_, at) => (at * at * 31 + at * 7) % 255)).toString('latin1');
const FRAME = `ANMF\x18\0\0\0${'\0'.repeat(16)}`;

const IMAGES: Record<ImageType, Hostile> = {
  'image/gif': {
    start: 'GIF89a\x01\0\x01\0\0\0\0',
    parts: [
      '!\xff\0',
      '!\xfe\0',
      '!\xf9\0',
      '!\xff\x0bNETSCAPE2.0\0',
      ',\0\0\0\0\0\0\0\0\0\0\0',
      '!\xfe\x01A\0',
      '\x01A',
    ],
    honest: () => {
      const file = filled('GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x08', `\xff${NOISE.slice(0, 255)}`);
      // The end of its sub-blocks, wherever the last one ends.
      file.fill(0, file.length - 256);
      return file;
    },
  },
  'image/png': {
    start: '\x89PNG\r\n\x1a\n',
    parts: ['IDAT', 'eXIf', 'none', 'IDAT\0\0\0\0\0\0\0\0none'].map((names) => `\0\0\0\0${names}\0\0\0\0`),
    honest: () => filled('\x89PNG\r\n\x1a\n', `\0\0\x20\0IDAT${NOISE}\0\0\0\0`),
  },
  'image/jpeg': {
    start: '\xff\xd8\xff',
    parts: [
      '\xff\xe2\0\x02',
      '\xff\xe2\0\x0eICC_PROFILE\0',
      '\xff\xe1\0\x02',
      '\xff\xdb\0\x02',
      '\xff\xd8',
      '\xff',
      '\xff\0',
      'A\xff\0',
      '\xff\xd0',
      '\xff\x01',
      '\xff\xda\0\x02\0\xff\x01',
      '\xff\xdb\0\x02\xff\xfe\0\x02',
      '\xff\xd8\xff\xfe\0\x02',
      'A\xff\xd8',
      '\xff\xe0\0\x10JFIF\0\x01\x01\0\0\0\0\0\0\0',
      '\xff\xee\0\x0eAdobe\0\0\0\0\0\0\0',
    ],
    honest: () => filled('\xff\xd8\xff\xda\0\x02', NOISE),
  },
  'image/webp': {
    start: 'RIFF\xf8\xff\x4f\0WEBP',
    parts: [
      'VP8 \0\0\0\0',
      'VP8X\0\0\0\0',
      'EXIF\0\0\0\0',
      'ABCD\0\0\0\0',
      'VP8 \0\0\0\0EXIF\0\0\0\0',
      `${FRAME}VP8 \0\0\0\0`,
      `${FRAME.replace('\x18', '\x10')}`,
      `${FRAME.replace('\x18', '\x20')}VP8 \0\0\0\0ABCD\0\0\0\0`,
    ],
    honest: () => filled('RIFF\xf8\xff\x4f\0WEBPVP8 \xec\xff\x4f\0', NOISE),
  },
};

const images = (Object.keys(IMAGES) as ImageType[]).map((type) => ({ type, ...IMAGES[type] }));

test.each(images)(
  'the parsers of images take no longer for $type, whatever its parts',
  async (image) => {
    const { type, start, parts, honest } = image;
    const file = honest();
    expect(withoutMetadata(type, file).bytes.length).toBeGreaterThan(0.99 * file.length);
    const readHonest = () => [readImage(file), withoutMetadata(type, file), partsToDraw(type, file)];
    const others = parts.flatMap((part) => {
      const hostile = filled(start, part);
      return [
        [`the size of ${JSON.stringify(part)}`, () => readImage(hostile)],
        [`the metadata of ${JSON.stringify(part)}`, () => withoutMetadata(type, hostile)],
        [`the parts to draw of ${JSON.stringify(part)}`, () => partsToDraw(type, hostile)],
      ] as const;
    });
    await expectWithin(12, readHonest, Object.fromEntries(others));
  },
  60_000,
);

const inspect = (name: string, file: Uint8Array) => DOCUMENT_ATTACHMENTS.inspect(name, file);

/** A text of so many bytes. */
const textOf = (part: string, size: number) => part.repeat(Math.floor(size / part.length));
const BODY = 15 * 1024 * 1024;
const LIST = 1_900_000;
const word = (body: string) => zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': body });
/** Lists of relations of nothing but this. */
const lists = (part: string) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': '',
    ...many(8, (n) => [`${n}.rels`, textOf(part, LIST)]),
  });
/** As many entries with this name as an attachment has room for, all at one place of the file. */
const named = (name: string) =>
  zipFile(
    '[Content_Types].xml',
    'word/document.xml',
    ...Array.from({ length: Math.floor(2_800_000 / (76 + 2 * name.length)) }, () => name),
  );
const SMALL = deflateRawSync('<a/>');
const parts = (count: number, each: (index: number) => string) =>
  zipParts(
    ['[Content_Types].xml', 'word/document.xml', ...Array.from({ length: count }, (_, index) => each(index))].map(
      (name) => ({ name, data: SMALL, method: 8 }),
    ),
  );
const ole = (stream: string, part: string) => oleFile(stream, { content: filled('', part, 2_900_000) });
const oleNames = () => {
  const file = ole('WordDocument', '\0');
  for (let at = 4096; at + 128 <= file.length; at += 128)
    file.set(bytesOf(`${text(String(at).padStart(31, 'n')).replaceAll(/../g, '$&00')}${zeros(2)}40`), at);
  return file;
};
const embedded = (count: number, file: Uint8Array) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': '',
    ...many(count, (n) => [`word/embeddings/${n}.bin`, file]),
  });

/** By their names, which say the type that each claims to be. */
const DOCUMENTS: Record<string, () => Uint8Array> = {
  'zip entries without a content.docx': () => named('a'),
  'zip names of backslashes.docx': () => named('\\a'.repeat(450)),
  'zip names of slashes.docx': () => named('/a'.repeat(450)),
  'zip names that end with a line.docx': () => named(`${'activex/'.repeat(110)}\n`),
  'lists of relations without a content.docx': () => parts(9_900, (n) => `${n.toString(16)}.rels`),
  'more lists of relations.docx': () => parts(25_000, (n) => `${n.toString(16)}.rels`),
  'embedded files without a content.docx': () => parts(9_900, (n) => `embeddings/${n.toString(16)}`),
  'embedded zips of many entries.docx': () => embedded(9, named('a')),
  'embedded OLE files of many names.docx': () => embedded(9, oleNames()),
  'relations without attributes.docx': () => lists('<Relationship />'),
  'relations of honest attributes.docx': () => lists(`<Relationship Id="a" Type="b" Target="c"/>`),
  'a relation of many attributes.docx': () => lists('<Relationship a="b" a="b" a="b" a="b"/>'),
  'relations that never end.docx': () => lists('<Relationship '),
  'attributes of encoded letters.docx': () => lists(`<Relationship a="${'&#65;'.repeat(1_000)}"/>`),
  'fields in pieces.docx': () => word(textOf('<w:instrText>&#</w:instrText>', BODY)),
  'fields of encoded letters.docx': () => word(textOf('<w:instrText>&#x44;</w:instrText>', BODY)),
  'simple fields.docx': () => word(textOf(' instr="a"', BODY)),
  'simple fields that never end.docx': () => word(textOf(' instr="', BODY)),
  'fields that never end.docx': () => word(textOf('<instrText a="', BODY)),
  'tags that never end.docx': () => word(textOf('<w:', BODY)),
  'a field of blanks.docx': () => word(`<w:instrText>DDE${' '.repeat(BODY)}</w:instrText>`),
  'an OLE file of names.doc': oleNames,
  'an OLE file of fields.doc': () => ole('WordDocument', 'D\0D\0E\0A\0U\0T\0'),
  'an OLE file of records.xls': () => ole('Workbook', '\x85\0\x0a\0\x01\x02\x03\0\0\x01\x01\0A'),
  'an OLE file of halves of records.xls': () => ole('Workbook', '\x85\0'),
  'an OLE file of slides.ppt': () =>
    ole('PowerPoint Document', '\x1f\0\xff\x03\x14\0\0\0\x02\0\0\x04\x0c\0\0\0\x01\x01\x01\x01\0'),
};

test('the inspection of a document takes no longer than that of some presentations, whatever is in it', async () => {
  const honest = slides();
  const others = Object.entries(DOCUMENTS).map(([name, make]) => {
    const file = make();
    expect(file.length, name).toBeLessThan(ATTACHMENT_SIZE_MAX);
    return [name, () => inspect(name, file)] as const;
  });
  await expectWithin(4, () => inspect('a.pptx', honest), Object.fromEntries(others));
}, 120_000);

/** Every function here that takes the bytes of a file, by how it is tried above. */
const READERS = {
  'is tried': ['partsToDraw', 'readImage', 'withoutMetadata'],
  'does what one that is tried does': ['fileToStore', 'gifBlocks', 'jpegSegments', 'pngChunks', 'webpChunks'],
  'is part of the inspection of a document': ['inspectDocument', 'officeHazard', 'oleNames', 'unpack', 'zipEntries'],
  'reads or writes some bytes at the beginning': [
    'asRiff',
    'endOfGifHead',
    'isShowable',
    'notAKeptImageText',
    'otherImageFormat',
    'sniffImageType',
  ],
};

test('each function that takes the bytes of a file is tried, or reads only its beginning', () => {
  const folder = new URL('.', import.meta.url);
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .flatMap((source) => [
      ...source.matchAll(/^export (?:const|(?:async )?function\*?) (\w+)\b[^\n(]*\([^()]*: Uint8Array/gm),
    ])
    .map(([, name]) => name);
  expect(found.sort()).toEqual(Object.values(READERS).flat().sort());
});
