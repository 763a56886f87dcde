/** Parser of multipart forms. The built-in one of Deno cuts a file name at its first semicolon. */

const CRLF = '\r\n';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The next position of these bytes; -1 if there is none. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

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
 * Parses a multipart form, in order; parts with a file name are files.
 * @param contentType contains the boundary
 * @throws Error if the body is not a valid form
 */
export function parseForm(body: ArrayBuffer, contentType: string): FormData {
  const boundary = parameter(contentType, 'boundary');
  if (!boundary) throw new Error('The form names no boundary');
  const bytes = new Uint8Array(body);
  const delimiter = encoder.encode(`${CRLF}--${boundary}`);
  const headEnd = encoder.encode(CRLF + CRLF);
  const form = new FormData();
  // The first delimiter can be at the very start, without a line break before it.
  const opening = delimiter.subarray(CRLF.length);
  let at = opening.every((byte, index) => bytes[index] === byte) ? opening.length : -1;
  if (at === -1) {
    const first = indexOf(bytes, delimiter, 0);
    if (first === -1) throw new Error('The form has no parts');
    at = first + delimiter.length;
  }
  while (decoder.decode(bytes.subarray(at, at + 2)) !== '--') {
    const head = indexOf(bytes, headEnd, at);
    const end = head === -1 ? -1 : indexOf(bytes, delimiter, head + CRLF.length);
    if (end === -1) throw new Error('The form ends within a part');
    const lines = decoder.decode(bytes.subarray(at, head)).split(CRLF);
    const value = (name: string) =>
      lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
    const disposition = value('content-disposition');
    const name = parameter(disposition, 'name');
    if (name === undefined) throw new Error('A part of the form has no name');
    const content = bytes.subarray(head + headEnd.length, Math.max(end, head + headEnd.length));
    const fileName = parameter(disposition, 'filename');
    if (fileName === undefined) form.append(name, decoder.decode(content));
    else form.append(name, new File([content], fileName, { type: value('content-type').trim() }));
    at = end + delimiter.length;
  }
  return form;
}
