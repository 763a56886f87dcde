import { z } from 'zod';

import { damagedFileText, type FileRefusal } from './image-files.ts';
import { ATTACHMENT_NAME_MAX, ATTACHMENTS_MAX } from './limits.ts';
import { ENCRYPTED, officeHazard, oleNames, type OfficeHazard } from './office-files.ts';
import { zipEntries } from './zip-file.ts';

/** The document types of quote attachments by file extension. */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const;

export type DocumentExtension = keyof typeof DOCUMENT_TYPES;

/** For the `accept` of a file picker. */
export const DOCUMENT_ACCEPT = '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx';

export const DOCUMENT_TOO_LARGE: FileRefusal = { title: 'File too large', text: 'Maximum file size is 3MB' };
export const TOO_MANY_ATTACHMENTS: FileRefusal = {
  title: 'File limit exceeded',
  text: `Maximum ${ATTACHMENTS_MAX} files can be attached`,
};
export const alreadyAttached = (fileName: string): FileRefusal => ({
  title: 'Already attached',
  text: `${fileName} is attached already`,
});
const NOT_A_DOCUMENT: FileRefusal = {
  title: 'Invalid file type',
  text: 'Only PDF, Word, Excel and PowerPoint files can be attached',
};

const isDocumentExtension = (text: string): text is DocumentExtension => Object.hasOwn(DOCUMENT_TYPES, text);

/** The extension of a file name in lower case, without the dot; '' if there is none. */
export const fileEnding = (fileName: string) => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

/** The document extension of a file name in lower case, or null if it is not one of the seven. */
export function documentExtension(fileName: string): DocumentExtension | null {
  const ending = fileEnding(fileName);
  return isDocumentExtension(ending) ? ending : null;
}

/** The result of an inspection: the extension on which name and content agree, or the reason for the refusal. */
export type InspectedFile = { extension: string } | { refusal: FileRefusal };

/** The files that can be attached to an item, and how their content must match their name. */
export type AttachmentKind = {
  /** Media types by file extension. */
  types: Readonly<Record<string, string>>;
  /** For the `accept` of a file picker. */
  accept: string;
  inspect: (fileName: string, bytes: Uint8Array) => Promise<InspectedFile>;
};

/** The attachments of quotes. */
export const DOCUMENT_ATTACHMENTS: AttachmentKind = {
  types: DOCUMENT_TYPES,
  accept: DOCUMENT_ACCEPT,
  inspect: (fileName, bytes) => inspectDocument(fileName, bytes, NOT_A_DOCUMENT),
};

const HAZARDS: Record<OfficeHazard, (fileName: string) => string> = {
  program: (fileName) => `${fileName} has macros or programs in it: save it without them, or as PDF`,
  link: (fileName) => `${fileName} loads something from another computer: save it without that, or as PDF`,
  damaged: damagedFileText,
};

/**
 * The document type on which name and content agree. A program or archive renamed to ".pdf" or ".docx" is refused, and
 * so is a document that runs or loads something when it is opened.
 * @param notAccepted the message for a file of an unknown type
 */
export async function inspectDocument(
  fileName: string,
  bytes: Uint8Array,
  notAccepted: FileRefusal,
): Promise<InspectedFile> {
  const refused = (text: string) => ({ refusal: { title: NOT_A_DOCUMENT.title, text } });
  const extension = documentExtension(fileName);
  const formats = formatsOf(bytes);
  const [format] = formats;
  if (format === undefined) return { refusal: notAccepted };
  if (!extension || !formats.includes(extension))
    return refused(otherDocumentText(fileName, documentExtension(`.${format}`)?.toUpperCase() ?? format));
  const hazard = extension === 'pdf' ? null : await officeHazard(bytes);
  return hazard ? refused(HAZARDS[hazard](fileName)) : { extension };
}

/** The message for a file whose content is not accepted, or does not match its name. */
const otherDocumentText = (fileName: string, format: string) =>
  `The content of ${fileName} is ${format}: save it as PDF, DOCX, XLSX or PPTX`;

const OLE_FORMATS = [
  // A file with a password only reveals by its name which of the three types it is.
  [ENCRYPTED, 'docx'],
  [ENCRYPTED, 'xlsx'],
  [ENCRYPTED, 'pptx'],
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
] as const;
const ZIP_FORMATS = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
] as const;
/** Formats that begin with text. */
const TEXT_FORMATS = [
  [/^\{\\rtf/, 'RTF'],
  [/^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)?(<!doctype html|<html|<head|<body|<table|<meta)/i, 'HTML'],
  [/^mime-version:/i, 'MHTML'],
  [/^<\?xml[^]*progid="(Excel\.Sheet|Word\.Document|PowerPoint\.Show)"/i, 'XML'],
  [/^<\?xml[^]*<(Workbook|\w+:wordDocument)\b/i, 'XML'],
] as const;
/** Readers look for the start of a PDF in the first kilobyte: printer commands, a byte order mark or blank lines can precede it. */
const HEAD_SIZE = 1024;
// oxlint-disable-next-line no-control-regex -- an order to a printer begins with Escape
const PDF_HEAD = /^(?:\u00ef\u00bb\u00bf|[\s\0]|\u001b%-12345X(?:@PJL[^\n]*\n)*)*%PDF-/;

/**
 * The type of a file by its content: one of the seven, or another common one; undefined for all others. A workbook with
 * an embedded text document has the parts of both.
 */
function formatsOf(bytes: Uint8Array): string[] {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_SIZE));
  if (PDF_HEAD.test(head)) return ['pdf'];
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  const ofText = TEXT_FORMATS.find(([beginning]) => beginning.test(text));
  if (ofText) return [ofText[1]];
  const streams = oleNames(bytes);
  if (streams.size > 0) return OLE_FORMATS.flatMap(([stream, format]) => (streams.has(stream) ? [format] : []));
  const names = zipEntries(bytes).map(({ name }) => name);
  if (names.includes('mimetype') && names.includes('META-INF/manifest.xml')) return ['OpenDocument'];
  if (!names.includes('[Content_Types].xml')) return [];
  return ZIP_FORMATS.flatMap(([folder, format]) => (names.some((name) => name.startsWith(folder)) ? [format] : []));
}

/** An attachment of a quote: the path of its upload and its name. */
export const attachmentSchema = z.object({
  path: z.string().min(1).max(ATTACHMENT_NAME_MAX),
  name: z.string().trim().min(1).max(ATTACHMENT_NAME_MAX),
});

/** The answer of a document upload. */
export const documentUploadResponseSchema = z.object({
  documentPath: z.string(),
  originalFilename: z.string(),
});
