/** What is read of a file ends at a number of parts; the largest honest files have fewer. */
import { Buffer } from 'node:buffer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bytesOf, little, text } from '../../../tests/support/files/hex.ts';
import { links, many, office, relations, slides, workbook } from '../../../tests/support/files/large-office-files.ts';
import { zipFile, zipOf } from '../../../tests/support/files/office-files.ts';
import { DOCUMENT_ATTACHMENTS } from './document-files.ts';
import type { ImageType } from './image-files.ts';
import { withoutMetadata } from './image-metadata.ts';
import { IMAGE_PARTS_MAX } from './image-parts.ts';
import { readImage } from './image-size.ts';
import { ATTACHMENT_SIZE_MAX } from './limits.ts';
import { officeHazard } from './office-files.ts';
import { unpack, ZIP_ENTRIES_MAX, zipEntries } from './zip-file.ts';

const latin = (letters: string) => Buffer.from(letters, 'latin1');
const FRAME = `ANMF\x18\0\0\0${'\0'.repeat(16)}`;
const inspect = (name: string, file: Uint8Array) => DOCUMENT_ATTACHMENTS.inspect(name, file);

describe('an image of many parts', () => {
  const frames: [ImageType, (count: number) => Uint8Array][] = [
    ['image/gif', (count) => latin(`GIF89a\x01\0\x01\0\0\0\0${'!\xf9\0,\0\0\0\0\x01\0\x01\0\0\x08\0'.repeat(count)};`)],
    [
      'image/webp',
      (count) => {
        const body = `WEBPVP8X\x0a\0\0\0${'\0'.repeat(10)}${`${FRAME}VP8 \0\0\0\0`.repeat(count)}`;
        return bytesOf(text('RIFF'), little(body.length, 4), latin(body).toString('hex'));
      },
    ],
  ];
  test.each(frames)('an animation in %s has room for thousands of frames, and is refused with more', (type, file) => {
    const most = IMAGE_PARTS_MAX / 2 - 1;
    expect(readImage(file(most))).toEqual({ type, pixels: 1 });
    expect(withoutMetadata(type, file(most)).isWhole).toBe(true);
    expect(readImage(file(most + 2))).toBeNull();
    expect(withoutMetadata(type, file(most + 2)).isWhole).toBe(false);
  });

  test('of a PNG or JPEG of more parts, the rest is not read, and so not stored', () => {
    const png = (count: number) =>
      latin(`\x89PNG\r\n\x1a\n${'\0\0\0\0IDAT\0\0\0\0'.repeat(count)}\0\0\0\0IEND\0\0\0\0`);
    expect(withoutMetadata('image/png', png(IMAGE_PARTS_MAX - 1))).toMatchObject({ isWhole: true });
    expect(withoutMetadata('image/png', png(IMAGE_PARTS_MAX))).toMatchObject({ isWhole: false });
    const jpeg = (count: number) =>
      latin(`\xff\xd8\xff\xc0\0\x02${'\xff\xdb\0\x02'.repeat(count)}\xff\xda\0\x02A\xff\xd9`);
    expect(withoutMetadata('image/jpeg', jpeg(IMAGE_PARTS_MAX - 5))).toMatchObject({ isWhole: true });
    expect(withoutMetadata('image/jpeg', jpeg(IMAGE_PARTS_MAX))).toMatchObject({ isWhole: false });
  });
});

test.each([
  ['slides.pptx', 'a thousand slides with notes', slides],
  [
    'sheets.xlsx',
    'five hundred sheets with drawings, and ten thousand links in one of them',
    () =>
      workbook({
        ...many(500, (n) => [`xl/worksheets/_rels/sheet${n}.xml.rels`, relations(`../drawings/drawing${n}.xml`)]),
        ...many(500, (n) => [`xl/drawings/_rels/drawing${n}.xml.rels`, relations(`../media/image${n}.png`)]),
        'xl/worksheets/_rels/sheet500.xml.rels': links(10_000),
      }),
  ],
  [
    'prices.xlsx',
    'ten thousand links in each of four sheets',
    () => workbook(many(4, (n) => [`xl/worksheets/_rels/sheet${n}.xml.rels`, links(10_000)])),
  ],
  [
    'charts.pptx',
    'two hundred charts, each with its workbook',
    () =>
      office({
        'ppt/presentation.xml': '<p:presentation/>',
        ...many(200, (n) => [`ppt/charts/_rels/chart${n}.xml.rels`, relations(`../embeddings/sheet${n}.xlsx`)]),
        ...many(200, (n) => [
          `ppt/embeddings/sheet${n}.xlsx`,
          workbook({ 'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'styles.xml', 'theme.xml') }),
        ]),
      }),
  ],
  [
    'report.docx',
    'hundreds of parts, ten thousand fields and many megabytes of text',
    () =>
      office({
        'word/document.xml':
          `<w:document>${'<w:p><w:r><w:t>Words</w:t></w:r></w:p>'.repeat(300_000)}` +
          `${'<w:instrText xml:space="preserve"> PAGEREF _Toc1 \\h </w:instrText>'.repeat(10_000)}</w:document>`,
        ...many(300, (n) => [`word/header${n}.xml`, '<w:hdr><w:instrText> PAGE </w:instrText></w:hdr>']),
        ...many(300, (n) => [`word/_rels/header${n}.xml.rels`, relations(`media/image${n}.png`)]),
      }),
  ],
] as const)('the largest honest documents are taken: %s, with %s', async (name, _what, file) => {
  const bytes = file();
  expect(bytes.length).toBeLessThan(ATTACHMENT_SIZE_MAX);
  expect(await inspect(name, bytes)).toEqual({ extension: name.slice(-4) });
});

describe('a document is damaged with', () => {
  const entries = (count: number) => zipFile(...Array.from({ length: count }, (_, n) => n.toString(36)));
  const lists = (count: number, part: string) =>
    zipOf(many(count, (n) => [`${n}.rels`, part.repeat(Math.floor(1_900_000 / part.length))]));
  test.each<[string, taken: () => Uint8Array, refused: () => Uint8Array]>([
    ['ten thousand entries', () => entries(ZIP_ENTRIES_MAX - 1), () => entries(ZIP_ENTRIES_MAX)],
    [
      'many entries in each of many embedded files',
      () => zipOf(many(6, (n) => [`word/embeddings/${n}`, entries(ZIP_ENTRIES_MAX - 1)])),
      () => zipOf(many(14, (n) => [`word/embeddings/${n}`, entries(ZIP_ENTRIES_MAX - 1)])),
    ],
    [
      'thousands of parts',
      () => zipOf(many(4_500, (n) => [`${n}.rels`, '<a/>'])),
      () => zipOf(many(5_000, (n) => [`${n}.rels`, '<a/>'])),
    ],
    ['hundreds of thousands of tags', () => lists(2, '<Relationship />'), () => lists(4, '<Relationship />')],
    [
      'hundreds of thousands of encoded letters',
      () => lists(1, `<Relationship a="${'&#65;'.repeat(1_000)}"/>`),
      () => lists(2, `<Relationship a="${'&#65;'.repeat(1_000)}"/>`),
    ],
  ])('%s', async (_what, taken, refused) => {
    expect(await officeHazard(taken())).toBeNull();
    expect(await officeHazard(refused())).toBe('damaged');
  });
});

test('a part is unpacked in small pieces, because Deno unpacks each of them whole', async () => {
  const given: number[] = [];
  const Real = DecompressionStream;
  class Watched {
    readonly writable: WritableStream;
    readonly readable: ReadableStream;
    constructor(format: CompressionFormat) {
      const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(piece, stream) {
          given.push(piece.length);
          stream.enqueue(piece);
        },
      });
      this.writable = watch.writable;
      this.readable = watch.readable.pipeThrough(new Real(format));
    }
  }
  vi.stubGlobal('DecompressionStream', Watched);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const bomb = zipOf({ 'word/document.xml': '<w:p>'.repeat(6 * 1024 * 1024) });
  const part = zipEntries(bomb).find(({ name }) => name === 'word/document.xml');
  expect(part && (await unpack(bomb, part, 1024 * 1024))).toBeNull();
  expect(Math.max(...given)).toBeLessThanOrEqual(4096);
});
