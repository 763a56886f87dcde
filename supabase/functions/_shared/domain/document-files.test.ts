import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { alreadyAttached, attachmentSchema, DOCUMENT_ATTACHMENTS, documentExtension } from './document-files.ts';
import { ATTACHMENT_SIZE_MAX } from './limits.ts';
import { refusals } from '../../../tests/support/refusals.ts';
import { oleFile, zipFile } from '../../../tests/support/files/office-files.ts';

/** The ending that name and content agree on, or null. */
async function sniffDocument(fileName: string, bytes: Uint8Array): Promise<string | null> {
  const inspected = await DOCUMENT_ATTACHMENTS.inspect(fileName, bytes);
  return 'extension' in inspected ? inspected.extension : null;
}

const pdf = new TextEncoder().encode('%PDF-1.7\n%%EOF');
const word = zipFile('[Content_Types].xml', 'word/document.xml');

describe('documents by name and content', () => {
  test('the seven document types are recognized', async () => {
    expect(await sniffDocument('a.pdf', pdf)).toBe('pdf');
    expect(await sniffDocument('a.docx', word)).toBe('docx');
    expect(await sniffDocument('A.XLSX', zipFile('xl/workbook.xml', '[Content_Types].xml'))).toBe('xlsx');
    expect(await sniffDocument('a.pptx', zipFile('[Content_Types].xml', 'ppt/presentation.xml'))).toBe('pptx');
    expect(await sniffDocument('a.doc', oleFile('WordDocument'))).toBe('doc');
    expect(await sniffDocument('a.xls', oleFile('Workbook'))).toBe('xls');
    expect(await sniffDocument('a.xls', oleFile('Book'))).toBe('xls');
    expect(await sniffDocument('a.ppt', oleFile('PowerPoint Document'))).toBe('ppt');
  });
  test('a new document with a password is recognized', async () => {
    for (const ending of ['docx', 'xlsx', 'pptx']) {
      expect(await sniffDocument(`a.${ending}`, oleFile('EncryptedPackage'))).toBe(ending);
    }
  });
  test('programs and archives are refused, under any name', async () => {
    const program = new TextEncoder().encode(`MZ${'\0'.repeat(200)}%PDF-1.7`);
    const archive = zipFile('setup.exe', 'readme.txt');
    for (const ending of ['exe', 'zip', 'pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']) {
      expect(await sniffDocument(`a.${ending}`, program), ending).toBeNull();
      expect(await sniffDocument(`a.${ending}`, archive), ending).toBeNull();
    }
    expect(await sniffDocument('installer.doc', oleFile('Installer'))).toBeNull();
  });
  test('name and content must agree', async () => {
    expect(await sniffDocument('a.pdf', word)).toBeNull();
    expect(await sniffDocument('a.xlsx', word)).toBeNull();
    expect(await sniffDocument('a.docx', pdf)).toBeNull();
    expect(await sniffDocument('a.zip', word)).toBeNull();
    expect(await sniffDocument('a.docx', zipFile('word/document.xml'))).toBeNull();
  });
  test('cut and arbitrary bytes never throw', async () => {
    for (const whole of [word, oleFile('WordDocument'), pdf]) {
      for (let length = 0; length < Math.min(whole.length, 300); length += 1) {
        await sniffDocument('a.docx', whole.subarray(0, length));
        await sniffDocument('a.doc', whole.subarray(0, length));
      }
    }
    const start = fc.constantFrom([0x50, 0x4b, 3, 4], [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 3000 }), async (signature, rest) => {
        await sniffDocument('a.docx', Uint8Array.from([...signature, ...rest]));
        await sniffDocument('a.xls', Uint8Array.from([...signature, ...rest]));
      }),
    );
  });
  test('a document is judged at once, whatever is packed into 3 MB', async () => {
    const size = ATTACHMENT_SIZE_MAX;
    const ole = new Uint8Array(size);
    ole.set(oleFile('Other'));
    for (let at = 1024; at + 128 <= size; at += 128) ole[at + 64] = 64;
    const name = 'x'.repeat(8);
    const names = zipFile(...Array.from({ length: 20_000 }, () => name));
    const started = performance.now();
    expect(await sniffDocument('a.doc', ole)).toBeNull();
    expect(await sniffDocument('a.docx', names)).toBeNull();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
  test('the ending is the last one, in any case', () => {
    expect(documentExtension('offer.v2.PDF')).toBe('pdf');
    for (const name of ['offer', 'offer.exe', '.pdf.exe', 'offer.', 'constructor', 'a.constructor', 'a.toString']) {
      expect(documentExtension(name), name).toBeNull();
    }
  });
});

test('an archive with only one part of an OpenDocument is named no document', async () => {
  for (const part of ['mimetype', 'META-INF/manifest.xml'])
    expect(await DOCUMENT_ATTACHMENTS.inspect('a.docx', zipFile(part))).toMatchObject({
      refusal: { text: 'Only PDF, Word, Excel and PowerPoint files can be attached' },
    });
});

test('a file that is attached twice is named', () => {
  expect(alreadyAttached('offer.pdf').text).toBe('offer.pdf is attached already');
});

test('path and name of an attachment have 1 to 255 characters, and the name is trimmed', () => {
  const longest = 'x'.repeat(255);
  expect(attachmentSchema.parse({ path: longest, name: ` ${longest} ` })).toEqual({ path: longest, name: longest });
  for (const wrong of ['', `${longest}x`])
    expect(refusals(attachmentSchema, { path: wrong, name: wrong })).toEqual([
      'path: Invalid input',
      'name: Invalid input',
    ]);
});
