/** An entry of a zip: its name, and the position of its data. */
export type ZipEntry = { name: string; method: number; packedSize: number; at: number };

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_SIZE = 30;
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_SIZE = 46;
const END = 0x06054b50;
const END_SIZE = 22;
const COMMENT_MAX = 0xffff;
/** More entries than any office file of a few megabytes has; the others are not read. */
export const ZIP_ENTRIES_MAX = 10_000;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const STORED = 0;
const DEFLATED = 8;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A name in a zip, with "/" whichever program wrote it. As bytes: replacing a text of backslashes takes twenty times as long. */
function nameOf(bytes: Uint8Array, decoder: TextDecoder): string {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === BACKSLASH) bytes[at] = SLASH;
  return decoder.decode(bytes).replace(/^\/+/, '');
}

/** The entries in the central directory of a zip, at most `ZIP_ENTRIES_MAX`; empty if the bytes are not a zip. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = viewOf(bytes);
  if (bytes.length < END_SIZE || view.getUint32(0, true) !== LOCAL_HEADER) return [];
  let end = bytes.length - END_SIZE;
  const earliest = Math.max(0, end - COMMENT_MAX);
  while (end >= earliest && view.getUint32(end, true) !== END) end -= 1;
  if (end < earliest) return [];
  const decoder = new TextDecoder();
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  while (
    entries.length < ZIP_ENTRIES_MAX &&
    at + CENTRAL_HEADER_SIZE <= end &&
    view.getUint32(at, true) === CENTRAL_HEADER
  ) {
    const nameEnd = at + CENTRAL_HEADER_SIZE + view.getUint16(at + 28, true);
    entries.push({
      name: nameOf(bytes.slice(at + CENTRAL_HEADER_SIZE, nameEnd), decoder),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Whether this environment can decompress entries: Safari before 16.4 cannot. */
export const canUnpack = typeof DecompressionStream !== 'undefined';

/** Packed bytes that are unpacked at once: Deno unpacks all that it is given before any of it can be read, a thousandfold. */
const PIECE_SIZE = 4096;

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at < bytes.length) stream.enqueue(bytes.subarray(at, (at += PIECE_SIZE)));
      else stream.close();
    },
  });
}

/**
 * The content of an entry; null if it is larger than `max`, uses an uncommon compression, or is damaged. The limit
 * matters because a few bytes of a zip can unpack to gigabytes.
 */
export async function unpack(zip: Uint8Array, entry: ZipEntry, max: number): Promise<Uint8Array | null> {
  const view = viewOf(zip);
  if (entry.at + LOCAL_HEADER_SIZE > zip.length || view.getUint32(entry.at, true) !== LOCAL_HEADER) return null;
  const from = entry.at + LOCAL_HEADER_SIZE + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  if (from + entry.packedSize > zip.length) return null;
  const packed = Uint8Array.from(zip.subarray(from, from + entry.packedSize));
  if (entry.method === STORED) return packed.length <= max ? packed : null;
  if (entry.method !== DEFLATED) return null;
  const reader = inPieces(packed).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
      if (size > max) {
        await reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
