import { z } from 'zod';

import type { FileRefusal } from './image-files.ts';
import { ATTACHMENT_NAME_MAX, ATTACHMENTS_MAX } from './limits.ts';

/** The document types of quote attachments by file ending. */
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

/** The ending of a file name, lower-case and without its dot; '' when it has none. */
export const fileEnding = (fileName: string) => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

/** The document ending of a file name, lower-case, or null when it is none of the seven. */
export function documentExtension(fileName: string): DocumentExtension | null {
  const ending = fileEnding(fileName);
  return isDocumentExtension(ending) ? ending : null;
}

/** Which files may be attached to something, and how their content proves what their name says. */
export type AttachmentKind = {
  /** Media type by file ending. */
  types: Readonly<Record<string, string>>;
  /** For the `accept` of a file picker. */
  accept: string;
  notAccepted: FileRefusal;
  /** The ending that name and content agree on, else null. */
  sniff: (fileName: string, bytes: Uint8Array) => string | null;
};

/** The attachments of quotes. */
export const DOCUMENT_ATTACHMENTS: AttachmentKind = {
  types: DOCUMENT_TYPES,
  accept: DOCUMENT_ACCEPT,
  notAccepted: NOT_A_DOCUMENT,
  sniff: sniffDocument,
};

/**
 * The document type that name and content agree on, else null: a program or an archive renamed to
 * ".pdf" or ".docx" is refused. In: the file name and all its bytes.
 */
export function sniffDocument(fileName: string, bytes: Uint8Array): DocumentExtension | null {
  const extension = documentExtension(fileName);
  return extension !== null && proofs[extension](bytes) ? extension : null;
}

const proofs: Record<DocumentExtension, (bytes: Uint8Array) => boolean> = {
  pdf: isPdf,
  doc: (bytes) => isOleWith(bytes, 'WordDocument'),
  xls: (bytes) => isOleWith(bytes, 'Workbook', 'Book'),
  ppt: (bytes) => isOleWith(bytes, 'PowerPoint Document'),
  docx: (bytes) => isOfficeZip(bytes, 'word/') || isOleWith(bytes, ENCRYPTED),
  xlsx: (bytes) => isOfficeZip(bytes, 'xl/') || isOleWith(bytes, ENCRYPTED),
  pptx: (bytes) => isOfficeZip(bytes, 'ppt/') || isOleWith(bytes, ENCRYPTED),
};

// A document with a password is an OLE file that holds the encrypted zip under this name.
const ENCRYPTED = 'EncryptedPackage';
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const OLE_SECTOR_SIZES = [512, 4096];
const OLE_ENTRY_SIZE = 128;
const ZIP_LOCAL_HEADER = 0x04034b50;
const ZIP_CENTRAL_HEADER = 0x02014b50;
const ZIP_END = 0x06054b50;
const ZIP_END_SIZE = 22;
const ZIP_COMMENT_MAX = 0xffff;

function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '%PDF-';
}

/** Whether this is an OLE compound file whose directory has a stream of one of these names. */
function isOleWith(bytes: Uint8Array, ...streams: string[]): boolean {
  if (!OLE_SIGNATURE.every((byte, index) => bytes[index] === byte) || bytes.length < 1024) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorSize = 2 ** view.getUint16(30, true);
  if (!OLE_SECTOR_SIZES.includes(sectorSize)) return false;
  // Directory sectors may lie anywhere; every entry is 128 bytes wide and starts with its UTF-16 name.
  for (let at = sectorSize; at + OLE_ENTRY_SIZE <= bytes.length; at += OLE_ENTRY_SIZE) {
    const nameBytes = view.getUint16(at + 64, true);
    if (nameBytes < 4 || nameBytes > 64 || nameBytes % 2 !== 0) continue;
    const name = new TextDecoder('utf-16le').decode(bytes.subarray(at, at + nameBytes - 2));
    if (streams.includes(name)) return true;
  }
  return false;
}

/** Whether this is a zip that declares its content types and has parts in the folder of that program. */
function isOfficeZip(bytes: Uint8Array, folder: string): boolean {
  const names = zipEntryNames(bytes);
  return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith(folder));
}

/** The names in the central directory of a zip; empty when the bytes are no zip. */
function zipEntryNames(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < ZIP_END_SIZE || view.getUint32(0, true) !== ZIP_LOCAL_HEADER) return [];
  let end = bytes.length - ZIP_END_SIZE;
  const earliest = Math.max(0, end - ZIP_COMMENT_MAX);
  while (end >= earliest && view.getUint32(end, true) !== ZIP_END) end -= 1;
  if (end < earliest) return [];
  const names: string[] = [];
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= end && view.getUint32(at, true) === ZIP_CENTRAL_HEADER) {
    const nameLength = view.getUint16(at + 28, true);
    names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

/** An attachment of a quote: where its upload lies and what it is called. */
export const attachmentSchema = z.object({
  path: z.string().min(1).max(ATTACHMENT_NAME_MAX),
  name: z.string().trim().min(1).max(ATTACHMENT_NAME_MAX),
});

/** The answer of a document upload. */
export const documentUploadResponseSchema = z.object({
  documentPath: z.string(),
  originalFilename: z.string(),
});
