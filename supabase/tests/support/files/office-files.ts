/** Creates small office files for tests: real containers without real content. */
import { deflateRawSync } from 'node:zlib';

const encoder = new TextEncoder();

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function record(size: number, fill: (view: DataView) => void, ...rest: Uint8Array[]): Uint8Array {
  const head = new Uint8Array(size);
  fill(new DataView(head.buffer));
  return join([head, ...rest]);
}

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
  const locals: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name: text, data, method } of parts) {
    const name = encoder.encode(text);
    const local = record(
      30,
      (view) => {
        view.setUint32(0, 0x04034b50, true);
        view.setUint16(8, method, true);
        view.setUint16(26, name.length, true);
      },
      name,
      data,
    );
    const at = offset;
    const entry = record(
      46,
      (view) => {
        view.setUint32(0, 0x02014b50, true);
        view.setUint16(10, method, true);
        view.setUint32(20, data.length, true);
        view.setUint16(28, name.length, true);
        view.setUint32(42, at, true);
      },
      name,
    );
    locals.push(local);
    central.push(entry);
    offset += local.length;
  }
  const centralSize = central.reduce((size, entry) => size + entry.length, 0);
  const end = record(22, (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, parts.length, true);
    view.setUint16(10, parts.length, true);
    view.setUint32(12, centralSize, true);
    view.setUint32(16, offset, true);
  });
  return join([...locals, ...central, end]);
}

/** An OLE compound file whose directory has streams of these names, followed by this content. */
export function oleFile(
  stream: string,
  { others = [], content = [] }: { others?: string[]; content?: readonly number[] } = {},
): Uint8Array<ArrayBuffer> {
  const names = [stream, ...others];
  const directory = 1024 + 128;
  const whole = new Uint8Array(Math.max(2048, directory + 128 * (names.length + 1)) + content.length);
  whole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  whole.set(content, whole.length - content.length);
  const view = new DataView(whole.buffer);
  view.setUint16(30, 9, true);
  for (const [number, name] of names.entries()) {
    const entry = directory + 128 * number;
    for (const [index, character] of [...name].entries()) {
      view.setUint16(entry + index * 2, character.charCodeAt(0), true);
    }
    view.setUint16(entry + 64, (name.length + 1) * 2, true);
  }
  return whole;
}
