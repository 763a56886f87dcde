/** Files that people pick in stories, made in memory. */
import sharp from 'sharp';
import { DOCUMENT_TYPES, type DocumentExtension } from '../../../supabase/functions/_shared/domain/document-files.ts';
import { oleFile, zipFile } from '../../../supabase/tests/support/files/office-files.ts';

export type PickedFile = { name: string; mimeType: string; buffer: Buffer };

/** A real image, padded to `size` bytes when that is given; readers of images ignore what follows. */
export async function imageFile(
  name: string,
  { width = 960, size }: { width?: number; size?: number } = {},
): Promise<PickedFile> {
  const image = sharp({ create: { width, height: 600, channels: 3, background: '#5560d3' } });
  const bytes = await image.png().toBuffer();
  const buffer = size === undefined ? bytes : Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
  return { name, mimeType: 'image/png', buffer };
}

/** A photo on which no two dots are alike, the worst case of every compression. */
export async function detailedPhoto(name: string): Promise<PickedFile> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photo = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#000', noise } });
  return { name, mimeType: 'image/jpeg', buffer: await photo.jpeg({ quality: 70 }).toBuffer() };
}

/** A file with this text inside, whatever its name and type say. */
export function textFile(name: string, mimeType: string, text = 'only a text'): PickedFile {
  return { name, mimeType, buffer: Buffer.from(text) };
}

const DOCUMENTS: Record<DocumentExtension, () => Uint8Array> = {
  pdf: () => Buffer.from('%PDF-1.7\n%%EOF'),
  doc: () => oleFile('WordDocument'),
  xls: () => oleFile('Workbook'),
  ppt: () => oleFile('PowerPoint Document'),
  docx: () => zipFile('[Content_Types].xml', 'word/document.xml'),
  xlsx: () => zipFile('[Content_Types].xml', 'xl/workbook.xml'),
  pptx: () => zipFile('[Content_Types].xml', 'ppt/presentation.xml'),
};

/** A document whose content is what its ending says; a PDF may be padded to `size` bytes. */
export function documentFile(name: string, size?: number): PickedFile {
  const ending = (Object.keys(DOCUMENTS) as DocumentExtension[]).find((known) => name.endsWith(`.${known}`));
  if (!ending) throw new Error(`${name} is none of the seven document types`);
  const bytes = Buffer.from(DOCUMENTS[ending]());
  const buffer = size === undefined ? bytes : Buffer.concat([bytes, Buffer.alloc(size - bytes.length, ' ')]);
  return { name, mimeType: DOCUMENT_TYPES[ending], buffer };
}
