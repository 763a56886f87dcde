import { canUnpack, unpack, ZIP_ENTRIES_MAX, zipEntries, type ZipEntry } from './zip-file.ts';

/** Hazards of opening an office file: it runs code, contacts another computer, or cannot be analysed. */
export type OfficeHazard = 'program' | 'link' | 'damaged';

/**
 * How much may be read of a file and of all documents in it, packed and unpacked. One byte takes some nanoseconds; what
 * takes longer is counted as so many bytes.
 */
const WORK_MAX = 32 * 1024 * 1024;
/** A part, besides its bytes: starting to unpack takes a tenth of a millisecond. A presentation has a thousand slides with notes. */
const PART_COST = 7_000;
/** An entry of a zip, read or not, or a name in an OLE file. */
const ENTRY_COST = 200;
/** A tag, an attribute, an encoded letter or a record. A workbook has forty thousand links of five each. */
const MATCH_COST = 50;

class TooMuchWork extends Error {}

/** What may still be read. */
class Work {
  #left = WORK_MAX;

  get left(): number {
    return this.#left;
  }

  /** @throws TooMuchWork */
  spend(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw new TooMuchWork();
  }

  /** The matches of a pattern in a text. */
  *matches(text: string, pattern: RegExp): Generator<RegExpExecArray> {
    for (const match of text.matchAll(pattern)) {
      this.spend(MATCH_COST);
      yield match;
    }
  }
}

/** A document with a password is an OLE file with the encrypted zip under this name. */
export const ENCRYPTED = 'EncryptedPackage';
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const OLE_SECTOR_SIZES = [512, 4096];
const OLE_ENTRY_SIZE = 128;

/** The names in the directory of an OLE compound file; empty for other bytes. */
export function oleNames(bytes: Uint8Array): Set<string> {
  const names = new Set<string>();
  if (!OLE_SIGNATURE.every((byte, index) => bytes[index] === byte) || bytes.length < 1024) return names;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorSize = 2 ** view.getUint16(30, true);
  if (!OLE_SECTOR_SIZES.includes(sectorSize)) return names;
  const decoder = new TextDecoder('utf-16le');
  // Directory sectors can be anywhere; each entry is 128 bytes long and starts with its UTF-16 name.
  for (let at = sectorSize; at + OLE_ENTRY_SIZE <= bytes.length; at += OLE_ENTRY_SIZE) {
    const size = view.getUint16(at + 64, true);
    if (size >= 4 && size <= 64 && size % 2 === 0) names.add(decoder.decode(bytes.subarray(at, at + size - 2)));
  }
  return names;
}

/** Storages of VBA and packaged programs in an OLE file, whichever program wrote it. */
const OLE_PROGRAMS = ['Macros', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR', '\u0001Ole10Native'];
/** A field that starts a program, in a text with one or two bytes per letter. */
const DDE_FIELD = /D\0?D\0?E\0?A\0?U\0?T\0?O/i;
/** The record that says whether a presentation has macros: its header, its number, and a non-zero value. */
// oxlint-disable-next-line no-control-regex -- bytes of a record
const PPT_MACROS = /\x1f\0\xff\x03\x14\0\0\0\x02\0\0\x04\x0c\0\0\0[^]{4}[^\0]/;
/** The record of an Excel 4.0 macro sheet: record, length, offset, visibility, type, length of the name, bytes per letter. */
// oxlint-disable-next-line no-control-regex -- bytes of a record
const XLS_MACRO_SHEET = /\x85\0([\x09-\x48])\0[^]{3}\0[\0-\x02]\x01([\x01-\x1f])([\0\x01])/g;

function hasMacroSheet(text: string, work: Work): boolean {
  for (const [, size = '', letters = '', width = ''] of work.matches(text, XLS_MACRO_SHEET)) {
    const nameSize = letters.charCodeAt(0) * (width.charCodeAt(0) + 1);
    if (size.charCodeAt(0) === 8 + nameSize) return true;
  }
  return false;
}

/** The hazard of an OLE file: a Word, Excel or PowerPoint file before 2007, or an object embedded in another file. */
function hazardOfOle(bytes: Uint8Array, names: ReadonlySet<string>, work: Work): OfficeHazard | null {
  if (OLE_PROGRAMS.some((name) => names.has(name))) return 'program';
  const text = new TextDecoder('latin1').decode(bytes);
  const isProgram =
    (names.has('WordDocument') && DDE_FIELD.test(text)) ||
    (names.has('PowerPoint Document') && PPT_MACROS.test(text)) ||
    ((names.has('Workbook') || names.has('Book')) && hasMacroSheet(text, work));
  return isProgram ? 'program' : null;
}

/** Parts that contain code or controls. */
const PROGRAM_PARTS =
  /(^|\/)(vba\w*\.(bin|xml)$|(activex|macrosheets)\/)|\.(docm|dotm|xlsm|xltm|xlam|pptm|potm|ppam|ppsm|sldm)$/i;
const EMBEDDED_PARTS = /(^|\/)embeddings\/[^/]+$/i;
const RELATIONS = /\.rels$/i;
const FIELDS = /^word\/[^/]+\.xml$/i;
const DATA_LINKS = /^xl\/externallinks\/[^/]+\.xml$/i;

/** More than any list of relations or types has. */
const LIST_SIZE_MAX = 2 * 1024 * 1024;
/** More than the path of any part has; searching longer ones takes time. */
const NAME_LENGTH_MAX = 1000;
/** Nesting depth of embedded documents. */
const DEPTH_MAX = 3;

/** Links that a program only follows when the user clicks them. */
const ASKED_FOR = /\/(hyperlink|externalLink\w*|xlExternalLinkPath\/\w+)$/i;
/** An address on another computer. A local drive or a relative path contacts nobody. */
const isElsewhere = (target: string) =>
  /^\s*(\\\\|\/\/|[a-z][a-z\d+.-]+:)/i.test(target) && !/^\s*file:\/{2,3}[a-z]:/i.test(target);

const decodeEntities = (text: string, work: Work) =>
  text
    .replaceAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (whole, hex, decimal) => {
      work.spend(MATCH_COST);
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The encodings of XML in which a part can be written. */
function alphabetOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

const NAME = String.raw`(?:[^\s<>:]+:)?`;
/**
 * The attributes of a tag and its end; a value can have ">", but never "<". So a tag that never ends is searched up to the
 * next one and not to the end of the text.
 */
const REST_OF_TAG = String.raw`(?:[^<>"']|"[^"<]*"|'[^'<]*')*>`;
const RELATIONSHIP = new RegExp(String.raw`<${NAME}Relationship\s${REST_OF_TAG}`, 'gi');
const FIELD_CODE = new RegExp(String.raw`<${NAME}instrText(?=[\s>])${REST_OF_TAG}([^<]*)<`, 'gi');
const WHOLE_FIELD = /\s(?:\w+:)?instr\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
/** Takes names without a value as well, or a long one would be searched again from each of its letters. */
const ATTRIBUTE = /([\w:.-]+)(?:\s*=\s*(?:"([^"<]*)"|'([^'<]*)'))?/g;

/** The attributes of a tag by their names in small letters. */
function attributesOf(tag: string, work: Work): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted = '', single = ''] of work.matches(tag, ATTRIBUTE))
    attributes.set(name.toLowerCase(), decodeEntities(quoted || single, work));
  return attributes;
}

/** Whether opening the document loads something from another computer: a template, a picture, a frame. */
function hasForeignPart(relations: string, work: Work): boolean {
  for (const [tag] of work.matches(relations, RELATIONSHIP)) {
    const attributes = attributesOf(tag, work);
    const isForeign =
      attributes.get('targetmode')?.toLowerCase() === 'external' &&
      !ASKED_FOR.test(attributes.get('type') ?? '') &&
      isElsewhere(attributes.get('target') ?? '');
    if (isForeign) return true;
  }
  return false;
}

/** Whether a text has a field that starts a program; office programs split the code of a field into pieces. */
function startsProgram(text: string, work: Work): boolean {
  const isProgram = (code: string) => /DDE(AUTO)?\s+["\\\w]/i.test(decodeEntities(code, work));
  let pieces = '';
  for (const [, code = ''] of work.matches(text, FIELD_CODE)) pieces += code;
  if (isProgram(pieces)) return true;
  for (const [, quoted = '', single = ''] of work.matches(text, WHOLE_FIELD))
    if (isProgram(quoted || single)) return true;
  return false;
}

/** The hazard of a part of a document by its content; null if there is none. */
function hazardOfText(name: string, text: string, work: Work): OfficeHazard | null {
  if (RELATIONS.test(name)) {
    // Office programs never write them, and they could hide an address.
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) return 'damaged';
    return hasForeignPart(text, work) ? 'link' : null;
  }
  if (DATA_LINKS.test(name)) return /<(?:\w+:)?ddeLink\b/i.test(text) ? 'program' : null;
  if (FIELDS.test(name)) return startsProgram(text, work) ? 'program' : null;
  return /macroEnabled/i.test(text) ? 'program' : null;
}

const isText = ({ name }: ZipEntry) =>
  name === '[Content_Types].xml' || RELATIONS.test(name) || FIELDS.test(name) || DATA_LINKS.test(name);

async function hazardOfZip(bytes: Uint8Array, depth: number, work: Work): Promise<OfficeHazard | null> {
  const entries = zipEntries(bytes);
  work.spend(entries.length * ENTRY_COST);
  if (entries.length >= ZIP_ENTRIES_MAX || entries.some(({ name }) => name.length > NAME_LENGTH_MAX)) return 'damaged';
  if (entries.some(({ name }) => PROGRAM_PARTS.test(name))) return 'program';
  // The inspection on the server reads the rest.
  if (!canUnpack) return null;
  for (const entry of entries) {
    const isEmbedded = EMBEDDED_PARTS.test(entry.name);
    if (!isEmbedded && !isText(entry)) continue;
    const isList = !isEmbedded && !FIELDS.test(entry.name);
    work.spend(entry.packedSize + PART_COST);
    const part = await unpack(bytes, entry, isList ? Math.min(LIST_SIZE_MAX, work.left) : work.left);
    if (!part) return 'damaged';
    work.spend(part.length);
    const hazard = isEmbedded
      ? await hazardOf(part, depth + 1, work)
      : hazardOfText(entry.name, new TextDecoder(alphabetOf(part)).decode(part), work);
    if (hazard) return hazard;
  }
  return null;
}

/**
 * Finds the hazard of opening an office file: VBA and Excel 4.0 macros, controls, packaged programs and fields that
 * start one; templates, pictures and frames on other computers; the same in embedded documents. Content behind a
 * password, or deliberately hidden from scanners, is not found.
 * @returns null if the file appears to be content only
 */
async function hazardOf(bytes: Uint8Array, depth: number, work: Work): Promise<OfficeHazard | null> {
  if (depth > DEPTH_MAX) return 'damaged';
  const names = oleNames(bytes);
  work.spend(names.size * ENTRY_COST);
  return names.size > 0 ? hazardOfOle(bytes, names, work) : hazardOfZip(bytes, depth, work);
}

export const officeHazard = (bytes: Uint8Array): Promise<OfficeHazard | null> =>
  hazardOf(bytes, 0, new Work()).catch((error: unknown) => {
    if (error instanceof TooMuchWork) return 'damaged';
    // The search of a tag with megabytes of attributes fills the stack. Without memory, an honest file fails as well.
    if (error instanceof RangeError && error.message.includes('call stack')) return 'damaged';
    throw error;
  });
