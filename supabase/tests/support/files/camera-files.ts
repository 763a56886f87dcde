/** Photos like those of a phone: real pictures with metadata about place, time, author and camera. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { ImageType } from '../../../functions/_shared/domain/image-files.ts';
import { big, bytesOf, little, text, zeros } from './hex.ts';

/** Marker in every place of a file that can hold metadata. */
export const SECRET = 'SN-8842 52.5200N 13.4050E';

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

/** A JPEG segment with these texts. */
const segment = (marker: number, ...texts: string[]) => {
  const data = texts.join('');
  return bytesOf(`ff${big(marker, 1)}${big(data.length + 2, 2)}`, text(data));
};

const pngChunk = (name: string, content: string) =>
  bytesOf(big(content.length, 4), text(name + content), big(crc32(name + content), 4));

const webpChunk = (name: string, content: string) =>
  bytesOf(text(name), little(content.length, 4), text(content), zeros(content.length % 2));

const gifExtension = (label: number, ...blocks: string[]) =>
  bytesOf(`21${big(label, 1)}`, ...blocks.map((block) => big(block.length, 1) + text(block)), '00');

/** Inserts pieces into a file at this offset. */
const insert = (file: Buffer, at: number, ...pieces: Uint8Array[]) =>
  Buffer.concat([file.subarray(0, at), ...pieces, file.subarray(at)]);

/** Writes the marker into all metadata of a file, by its type. */
const speak: Record<ImageType, (file: Buffer) => Buffer> = {
  'image/jpeg': (file) => {
    const segments = [
      segment(0xfe, SECRET),
      segment(0xe0, 'JFXX\0', SECRET),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', XMP),
      segment(0xe2, 'MPF\0', SECRET),
      segment(0xe5, SECRET),
      segment(0xed, 'Photoshop 3.0\0', SECRET),
    ];
    // The rest is the video of a motion photo.
    const video = Buffer.from(`....ftypmp42${SECRET}`);
    return Buffer.concat([insert(insert(file, file.length - 2, segment(0xfe, SECRET)), 2, ...segments), video]);
  },
  'image/png': (file) => {
    const chunks = [pngChunk('tEXt', `Author\0${SECRET}`), pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${XMP}`)];
    const spoken = insert(insert(file, file.length - 12, pngChunk('prVt', SECRET)), 33, ...chunks);
    return Buffer.concat([spoken, Buffer.from(SECRET)]);
  },
  'image/webp': (file) => {
    const longer = Buffer.concat([file, webpChunk('XMP ', XMP), webpChunk('MINE', SECRET)]);
    longer.writeUInt32LE(longer.length - 8, 4);
    return Buffer.concat([longer, Buffer.from(SECRET)]);
  },
  'image/gif': (file) => {
    const flags = file[10] ?? 0;
    const behindColours = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
    const extensions = [gifExtension(0xfe, SECRET), gifExtension(0xff, 'XMP DataXMP', SECRET)];
    return Buffer.concat([insert(file, behindColours, ...extensions), Buffer.from(SECRET)]);
  },
};

/** `orientation` is how the camera was held, as Exif counts it. */
type Photo = { width?: number; height?: number; orientation?: number };

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
  const format = type.slice('image/'.length) as 'png' | 'jpeg' | 'webp' | 'gif';
  return Buffer.from(speak[type](await picture.toFormat(format).toBuffer()));
}
