import { DOCUMENT_ACCEPT, DOCUMENT_TYPES, fileEnding, sniffDocument, type AttachmentKind } from './document-files.ts';
import { readImage } from './image-size.ts';
import { IMAGE_PIXELS_MAX } from './limits.ts';

const IMAGE_TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

/** The ending that name and content of a file of a message agree on, else null; also for an image of too many pixels. */
function sniffMessageFile(fileName: string, bytes: Uint8Array): string | null {
  const ending = fileEnding(fileName);
  if (!Object.hasOwn(IMAGE_TYPES, ending)) return sniffDocument(fileName, bytes);
  const image = readImage(bytes);
  return image && image.type === IMAGE_TYPES[ending] && image.pixels <= IMAGE_PIXELS_MAX ? ending : null;
}

/** The attachments of messages: those of quotes, and PNG and JPG images. */
export const MESSAGE_ATTACHMENTS: AttachmentKind = {
  types: { ...DOCUMENT_TYPES, ...IMAGE_TYPES },
  accept: `${DOCUMENT_ACCEPT},.png,.jpg,.jpeg`,
  notAccepted: {
    title: 'Invalid file type',
    text: 'Only PDF, Word, Excel, PowerPoint, PNG and JPG files can be attached',
  },
  sniff: sniffMessageFile,
};
