/** One page of a document: a heading, rows of two columns and a closing paragraph. */
export interface PdfPage {
  sender: string;
  senderDetails: string;
  heading: string;
  rows: readonly (readonly [label: string, value: string])[];
  closing: string;
}

const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 56;
const ROW_HEIGHT = 24;
const VALUE_AT = 190;
const LINE_CHARACTERS = 84;

/** A valid PDF 1.4 document of one A4 page. Letters that the standard fonts lack lose their accents. */
export function pdfOf(page: PdfPage): Uint8Array {
  const content = drawingOf(page);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}

function drawingOf({ sender, senderDetails, heading, rows, closing }: PdfPage): string {
  const rowsTop = HEIGHT - 210;
  const closingTop = rowsTop - rows.length * ROW_HEIGHT - 40;
  return [
    `0.13 0.18 0.28 rg 0 ${HEIGHT - 96} ${WIDTH} 96 re f`,
    text(sender, MARGIN, HEIGHT - 54, 17, 'F2', '1 1 1'),
    text(senderDetails, MARGIN, HEIGHT - 74, 9, 'F1', '0.8 0.84 0.9'),
    text(heading, MARGIN, HEIGHT - 156, 15, 'F2'),
    ...rows.flatMap(([label, value], index) => {
      const y = rowsTop - index * ROW_HEIGHT;
      return [
        `0.88 0.9 0.93 RG 0.6 w ${MARGIN} ${y - 8} m ${WIDTH - MARGIN} ${y - 8} l S`,
        text(label, MARGIN, y, 10, 'F1', '0.4 0.44 0.5'),
        text(value.slice(0, LINE_CHARACTERS - 10), VALUE_AT, y, 10, 'F2'),
      ];
    }),
    ...wrap(closing).map((line, index) => text(line, MARGIN, closingTop - index * 15, 10)),
  ].join('\n');
}

function text(value: string, x: number, y: number, size: number, font = 'F1', color = '0.1 0.12 0.15'): string {
  const safe = latin(value).replace(/[\\()]/g, (sign) => `\\${sign}`);
  return `BT ${color} rg /${font} ${size} Tf ${x} ${y} Td (${safe}) Tj ET`;
}

function wrap(paragraph: string): string[] {
  return paragraph.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= LINE_CHARACTERS)
      return [...lines.slice(0, -1), `${last} ${word}`];
    return [...lines, word];
  }, []);
}

const TYPOGRAPHIC: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  '≤': '<=',
  '≥': '>=',
  λ: 'lambda',
};

function latin(value: string): string {
  return [...value]
    .map((letter) => {
      if (letter <= 'ÿ') return letter;
      const plain = TYPOGRAPHIC[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
      return /^[ -ÿ]*$/.test(plain) ? plain : '?';
    })
    .join('');
}
