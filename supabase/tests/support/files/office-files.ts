/** Creates small office files for tests: real containers without real content. */
import { deflateRawSync } from 'node:zlib';
import { bytesOf, little, text, zeros } from './hex.ts';

/** A zip of entries with these names and contents, compressed as office programs do. */
export function zipOf(entries: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  return zipParts(
    Object.entries(entries).map(([name, content]) => ({ name, data: deflateRawSync(content), method: 8 })),
  );
}

/** A zip of empty entries with these names. */
export const zipFile = (...names: string[]): Uint8Array<ArrayBuffer> =>
  zipParts(names.map((name) => ({ name, data: new Uint8Array(), method: 0 })));

/** A zip of parts that are packed already. */
export function zipParts(
  parts: readonly { name: string; data: Uint8Array; method: number }[],
): Uint8Array<ArrayBuffer> {
  let files = '';
  let directory = '';
  for (const { name, data, method } of parts) {
    const [named, how] = [text(name), little(method, 2)];
    const nameSize = little(named.length / 2, 2);
    const [size, offset] = [little(data.length, 4), little(files.length / 2, 4)];
    files += `504b0304${zeros(4)}${how}${zeros(16)}${nameSize}${zeros(2)}${named}${Buffer.from(data).toString('hex')}`;
    directory += `504b0102${zeros(6)}${how}${zeros(8)}${size}${zeros(4)}${nameSize}${zeros(12)}${offset}${named}`;
  }
  const count = little(parts.length, 2);
  const place = little(directory.length / 2, 4) + little(files.length / 2, 4);
  return bytesOf(files, directory, `504b0506${zeros(4)}${count}${count}${place}${zeros(2)}`);
}

/** An OLE compound file whose directory has streams of these names, followed by this content. */
export function oleFile(
  stream: string,
  { others = [], content = [] }: { others?: string[]; content?: ArrayLike<number> } = {},
): Uint8Array<ArrayBuffer> {
  const names = [stream, ...others];
  const directory = 1024 + 128;
  const whole = Buffer.alloc(Math.max(2048, directory + 128 * (names.length + 1)) + content.length);
  whole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  whole.set(content, whole.length - content.length);
  whole.writeUInt16LE(9, 30);
  for (const [number, name] of names.entries()) {
    const entry = directory + 128 * number;
    whole.write(name, entry, 'utf16le');
    whole.writeUInt16LE((name.length + 1) * 2, entry + 64);
  }
  return new Uint8Array(whole);
}
