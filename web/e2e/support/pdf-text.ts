import { inflateSync } from 'node:zlib';

/** An object of a PDF: its dictionary, and its stream uncompressed, as text with one character for each byte. */
type PdfObject = { head: string; stream: string };

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of source.matchAll(/(\d+) 0 obj\b([\s\S]*?)(?:endobj|stream\r?\n)/g)) {
    const [whole, number = '', head = ''] = match;
    const start = match.index + whole.length;
    const bytes = whole.endsWith('endobj') ? Buffer.alloc(0) : pdf.subarray(start, source.indexOf('endstream', start));
    const isPacked = head.includes('/FlateDecode') && bytes.length > 0;
    objects.set(number, { head, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
}

type Glyphs = { digits: number; letters: Map<string, string> };

const code = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** What the glyphs of a font mean, by its CMap "ToUnicode", and how many digits name one. */
function glyphsOf(map: string): Glyphs {
  const letters = new Map<string, string>();
  const text = (digits = '') => Buffer.from(digits, 'hex').swap16().toString('utf16le');
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', meaning] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      letters.set(glyph.toLowerCase(), text(meaning));
    }
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first = '', last = '', meaning = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const start = Number.parseInt(first, 16);
      for (let glyph = start; glyph <= Number.parseInt(last, 16); glyph += 1) {
        const letter = String.fromCodePoint(Number.parseInt(meaning, 16) + glyph - start);
        letters.set(code(glyph, first.length), letter);
      }
    }
  }
  return { digits: /begincodespacerange\s*<(\w+)>/.exec(map)?.[1]?.length ?? 4, letters };
}

/** The pages of a PDF that Chromium wrote, and all that is written on them, without blanks: where words end is a matter of position there. */
export function readPdf(pdf: Buffer): { pages: { width: number; height: number }[]; text: string } {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Glyphs>();
  const pages = [];
  for (const { head } of objects.values()) {
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head) ?? [];
    if (width !== undefined) pages.push({ width: Number(width), height: Number(height) });
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '') ?? [];
      fonts.set(name, glyphsOf(objects.get(map)?.stream ?? ''));
    }
  }
  let text = '';
  for (const { stream } of objects.values()) {
    let font: Glyphs | undefined;
    for (const [, name, hex = ''] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>(?=[^\n]*T[jJ])/g)) {
      if (name !== undefined) font = fonts.get(name);
      const digits = font?.digits ?? 4;
      for (let at = 0; at < hex.length; at += digits) {
        text += font?.letters.get(hex.slice(at, at + digits).toLowerCase()) ?? '';
      }
    }
  }
  return { pages, text: text.replace(/\s+/g, '') };
}
