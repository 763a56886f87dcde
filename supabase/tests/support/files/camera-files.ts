/** Photos like those of a phone: real pictures with metadata about place, time, author and camera. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { ImageType } from '../../../functions/_shared/domain/image-files.ts';

/** Marker in every place of a file that can hold metadata. */
export const SECRET = 'SN-8842 52.5200N 13.4050E';

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

const uint16 = (value: number) => Buffer.from([value >>> 8, value & 0xff]);
const uint32 = (value: number, isLittle = false) => {
  const bytes = Buffer.alloc(4);
  if (isLittle) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};

/** A JPEG segment with these texts. */
const segment = (marker: number, ...texts: string[]) => {
  const data = Buffer.from(texts.join(''), 'latin1');
  return Buffer.concat([Buffer.from([0xff, marker]), uint16(data.length + 2), data]);
};

const pngChunk = (name: string, text: string) => {
  const named = Buffer.from(name + text, 'latin1');
  return Buffer.concat([uint32(named.length - 4), named, uint32(crc32(named))]);
};

const webpChunk = (name: string, text: string) =>
  Buffer.concat([Buffer.from(name), uint32(text.length, true), Buffer.from(text), Buffer.alloc(text.length % 2)]);

const gifExtension = (label: number, ...blocks: string[]) =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...blocks.map((block) => Buffer.concat([Buffer.from([block.length]), Buffer.from(block)])),
    Buffer.from([0]),
  ]);

/** Inserts pieces into a file at these offsets, the last one first. */
const insert = (file: Buffer, ...pieces: [at: number, piece: Buffer][]) =>
  pieces.reduceRight((whole, [at, piece]) => Buffer.concat([whole.subarray(0, at), piece, whole.subarray(at)]), file);

/** Writes the marker into all metadata of a file, by its type. */
const speak: Record<ImageType, (file: Buffer) => Buffer> = {
  'image/jpeg': (file) =>
    Buffer.concat([
      insert(
        file,
        [
          2,
          Buffer.concat([
            segment(0xfe, SECRET),
            segment(0xe0, 'JFXX\0', SECRET),
            segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', XMP),
            segment(0xe2, 'MPF\0', SECRET),
            segment(0xe5, SECRET),
            segment(0xed, 'Photoshop 3.0\0', SECRET),
          ]),
        ],
        [file.length - 2, segment(0xfe, SECRET)],
      ),
      // The video of a motion photo.
      Buffer.from(`....ftypmp42${SECRET}`),
    ]),
  'image/png': (file) =>
    Buffer.concat([
      insert(
        file,
        [
          33,
          Buffer.concat([pngChunk('tEXt', `Author\0${SECRET}`), pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${XMP}`)]),
        ],
        [file.length - 12, pngChunk('prVt', SECRET)],
      ),
      Buffer.from(SECRET),
    ]),
  'image/webp': (file) => {
    const longer = Buffer.concat([file, webpChunk('XMP ', XMP), webpChunk('MINE', SECRET)]);
    longer.writeUInt32LE(longer.length - 8, 4);
    return Buffer.concat([longer, Buffer.from(SECRET)]);
  },
  'image/gif': (file) =>
    Buffer.concat([
      insert(file, [
        13 + ((file[10] ?? 0) & 0x80 ? 3 * 2 ** (((file[10] ?? 0) & 7) + 1) : 0),
        Buffer.concat([gifExtension(0xfe, SECRET), gifExtension(0xff, 'XMP DataXMP', SECRET)]),
      ]),
      Buffer.from(SECRET),
    ]),
};

type Photo = {
  width?: number;
  height?: number;
  /** How the camera was held, as Exif counts it. */ orientation?: number;
};

/** A picture of two colours with `SECRET` in all metadata of its type. */
export async function cameraFile(
  type: ImageType,
  { width = 60, height = 40, orientation = 1 }: Photo = {},
): Promise<Buffer<ArrayBuffer>> {
  const half = { create: { width: width / 2, height, channels: 3, background: '#d35560' } } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: '#5560d3' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .keepIccProfile()
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Artist: SECRET, Copyright: SECRET },
      IFD2: { BodySerialNumber: SECRET, UserComment: SECRET },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSAreaInformation: SECRET },
    });
  const format = type.slice('image/'.length);
  const file =
    format === 'gif'
      ? await picture.gif().toBuffer()
      : await picture.toFormat(format as 'png' | 'jpeg' | 'webp').toBuffer();
  return Buffer.from(speak[type](file));
}
