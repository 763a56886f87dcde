import { Buffer } from 'node:buffer';
import { MIMEType } from 'node:util';

/** The form of an upload has a file and two fields. */
const PARTS_MAX = 10;
/** Bytes of the lines before the content of a part. */
const HEAD_MAX = 8 * 1024;

/**
 * Whether a multipart form has few parts, each with few lines before its content. Parsing blocks the thread of this
 * server: a twentieth of a millisecond for each part, of which an upload has room for a hundred thousand.
 */
export function isSmallForm(bytes: ArrayBuffer, contentType: string): boolean {
  const boundary = boundaryOf(contentType);
  if (boundary === null) return false;
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

/** The boundary as the parser of the platform reads it; null without one. */
function boundaryOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('boundary');
  } catch {
    return null;
  }
}
