import { Buffer } from 'node:buffer';
import { MIMEType } from 'node:util';

/** The form of an upload has a file and two fields. */
const PARTS_MAX = 10;
/** Characters of a boundary, as in RFC 2046. The search of a text of thousands takes a minute of the thread. */
const BOUNDARY_MAX = 70;
/** Bytes of the lines before the content of a part. */
const HEAD_MAX = 8 * 1024;

/**
 * Reads a multipart form of few parts, each with few lines before its content. Parsing blocks the thread of this server:
 * a twentieth of a millisecond for each part, of which an upload has room for a hundred thousand.
 * @returns undefined if the body is not a form, null for a form with more parts or an unusually long boundary
 */
export async function readSmallForm(bytes: ArrayBuffer, contentType: string): Promise<FormData | undefined | null> {
  const boundary = boundaryOf(contentType);
  if (boundary === null || boundary.length > BOUNDARY_MAX || !isSmall(bytes, boundary)) return null;
  const type = new MIMEType('multipart/form-data');
  type.params.set('boundary', boundary);
  // Not as it was sent: of two types in one header, the parser would take the boundary of the other.
  return new Response(bytes, { headers: { 'content-type': String(type) } }).formData().catch(() => undefined);
}

function isSmall(bytes: ArrayBuffer, boundary: string): boolean {
  const form = Buffer.from(bytes);
  const delimiter = `--${boundary}`;
  let parts = 0;
  for (let at = form.indexOf(delimiter); at !== -1; at = form.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    const end = form.indexOf('\r\n\r\n', at);
    // After the last part there is one more delimiter.
    if (parts > PARTS_MAX + 1 || (end === -1 ? form.length : end) - at > HEAD_MAX) return false;
  }
  return true;
}

/** The boundary of a form; null without one. */
function boundaryOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('boundary');
  } catch {
    return null;
  }
}
