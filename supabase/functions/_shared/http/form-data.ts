/** Parser of multipart forms. The built-in one of Deno cuts a file name at its first semicolon. */

import { Buffer } from 'node:buffer';

const CRLF = '\r\n';
const HEAD_END = CRLF + CRLF;
const decoder = new TextDecoder();

/** More than any form has, files included. */
const PARTS_MAX = 100;
/** Bytes of the lines before the content of a part; the longest is a file name. */
const HEAD_MAX = 16 * 1024;

/**
 * A parameter of a header; undefined if it is missing. Browsers encode a quote in it as %22, programs as \". Each
 * alternative of the pattern starts with another character, because backtracking through many backslashes would never
 * end.
 */
function parameter(header: string, name: string): string | undefined {
  const pattern = new RegExp(
    `;\\s*${name}=(?:"((?:[^"\\\\]|\\\\["\\\\]|\\\\(?!["\\\\]))*)"|"([^"]*)"|([^;\\s]*))`,
    'i',
  );
  const [, escaped, plain, bare] = pattern.exec(header) ?? [];
  const value = escaped?.replaceAll(/\\(["\\])/g, '$1') ?? plain ?? bare;
  return value?.replaceAll(/%22/g, '"').replaceAll(/%0[DA]/gi, ' ');
}

/**
 * Parses a multipart form, in order; parts with a file name are files. A body has room for a million empty parts, or for
 * as many lines before the first content: either would keep the function from everybody for seconds.
 * @param contentType contains the boundary
 * @throws Error if the body is not a valid form
 */
export function parseForm(body: ArrayBuffer, contentType: string): FormData {
  const boundary = parameter(contentType, 'boundary');
  if (!boundary) throw new Error('The form names no boundary');
  const bytes = Buffer.from(body);
  const delimiter = `${CRLF}--${boundary}`;
  const opening = delimiter.slice(CRLF.length);
  const length = Buffer.byteLength(delimiter);
  const form = new FormData();
  // The first delimiter can be at the very start, without a line break before it.
  const isFirst = bytes.subarray(0, length - CRLF.length).equals(Buffer.from(opening));
  const first = isFirst ? -CRLF.length : bytes.indexOf(delimiter);
  if (first === -1) throw new Error('The form has no parts');
  let at = first + length;
  for (let parts = 1; decoder.decode(bytes.subarray(at, at + 2)) !== '--'; parts += 1) {
    if (parts > PARTS_MAX) throw new Error('The form has too many parts');
    const head = bytes.indexOf(HEAD_END, at);
    if (head - at > HEAD_MAX) throw new Error('A part of the form begins with too many lines');
    const end = head === -1 ? -1 : bytes.indexOf(delimiter, head + CRLF.length);
    if (end === -1) throw new Error('The form ends within a part');
    const lines = decoder.decode(bytes.subarray(at, head)).split(CRLF);
    const value = (name: string) =>
      lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
    const disposition = value('content-disposition');
    const name = parameter(disposition, 'name');
    if (name === undefined) throw new Error('A part of the form has no name');
    const content = bytes.subarray(head + HEAD_END.length, Math.max(end, head + HEAD_END.length));
    const fileName = parameter(disposition, 'filename');
    if (fileName === undefined) form.append(name, decoder.decode(content));
    else form.append(name, new File([content], fileName, { type: value('content-type').trim() }));
    at = end + length;
  }
  return form;
}
