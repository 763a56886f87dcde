import {
  DOCUMENT_ACCEPT,
  DOCUMENT_TYPES,
  fileEnding,
  inspectDocument,
  type AttachmentKind,
  type InspectedFile,
} from './document-files.ts';
import {
  damagedFileText,
  otherImageFormat,
  otherImageText,
  sniffImageType,
  tooManyPixelsText,
  type FileRefusal,
} from './image-files.ts';
import { withoutMetadata } from './image-metadata.ts';
import { readImage } from './image-size.ts';
import { IMAGE_PIXELS_MAX } from './limits.ts';

const IMAGE_TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };
const INVALID = 'Invalid file type';
const NOT_ACCEPTED: FileRefusal = {
  title: INVALID,
  text: 'Only PDF, Word, Excel, PowerPoint, PNG and JPG files can be attached',
};

/**
 * The extension on which name and content of a message's file agree, or why it is refused; images can also be damaged or
 * have too many pixels.
 */
async function inspectMessageFile(fileName: string, bytes: Uint8Array): Promise<InspectedFile> {
  const ending = fileEnding(fileName);
  const type = sniffImageType(bytes);
  const refused = (text: string) => ({ refusal: { title: INVALID, text } });
  if (type === null) {
    const format = otherImageFormat(bytes);
    return format === null ? inspectDocument(fileName, bytes, NOT_ACCEPTED) : refused(otherImageText(fileName, format));
  }
  if (type !== IMAGE_TYPES[ending]) return { refusal: NOT_ACCEPTED };
  const image = readImage(bytes);
  if (!image || !withoutMetadata(type, bytes).isWhole) return refused(damagedFileText(fileName));
  return image.pixels > IMAGE_PIXELS_MAX ? refused(tooManyPixelsText(fileName)) : { extension: ending };
}

/** The attachments of messages: the types of quotes, and PNG and JPG images. */
export const MESSAGE_ATTACHMENTS: AttachmentKind = {
  types: { ...DOCUMENT_TYPES, ...IMAGE_TYPES },
  accept: `${DOCUMENT_ACCEPT},.png,.jpg,.jpeg`,
  inspect: inspectMessageFile,
};
