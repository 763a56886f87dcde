import { big, bytesOf, little, text, zeros } from './hex.ts';

type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
type Frame = { width: number; height: number };
type Shape = Partial<Frame> & { frames?: readonly Frame[] };

/** A chunk of a WebP. */
const part = (name: string, data: string) =>
  text(name) + little(data.length / 2, 4) + data + zeros((data.length / 2) % 2);
const lossless = ({ width, height }: Frame) =>
  part('VP8L', `2f${little((((height - 1) << 14) | (width - 1)) >>> 0, 4)}`);
const lessOne = ({ width, height }: Frame) => little(width - 1, 3) + little(height - 1, 3);

const headers: Record<ImageType, (shape: Frame & { frames: readonly Frame[] }) => string> = {
  'image/png': ({ width, height }) =>
    `89 ${text('PNG')} 0d0a 1a 0a ${big(13, 4)} ${text('IHDR')} ${big(width, 4)} ${big(height, 4)} 0806 ${zeros(7)}
    ${big(1, 4)} ${text('IDAT')} ${zeros(9)} ${text('IEND')} ${zeros(4)}`,
  'image/jpeg': ({ width, height }) =>
    `ffd8 ffe0 ${big(16, 2)} ${text('JFIF\0')} ${zeros(9)} ff ffc2 ${big(17, 2)} 08 ${big(height, 2)} ${big(width, 2)} 03
    ${zeros(9)} ffda 0003 01 5a ffd9`,
  'image/gif': ({ frames, ...whole }) =>
    `${text('GIF89a')} ${little(whole.width, 2)} ${little(whole.height, 2)} 800000 000000 ffffff
    ${(frames.length === 0 ? [whole] : frames)
      .map(
        (frame) =>
          `21f904 ${zeros(5)} 2c ${zeros(4)} ${little(frame.width, 2)} ${little(frame.height, 2)} 00 0201 00 00`,
      )
      .join('')} 3b`,
  'image/webp': ({ frames, ...whole }) => {
    const animation = frames.map((frame) => part('ANMF', zeros(6) + lessOne(frame) + little(100, 4) + lossless(frame)));
    const image =
      frames.length === 0 ? lossless(whole) : part('VP8X', `02000000${lessOne(whole)}`) + animation.join('');
    return text('RIFF') + little(image.length / 2 + 4, 4) + text('WEBP') + image;
  },
};

/** Offset at which any number of zeros can be inserted as part of the picture; other types take them at the end. */
const paddedAt: Partial<Record<ImageType, (length: number) => number>> = {
  'image/png': () => 41,
  'image/jpeg': (length) => length - 2,
};
/** Offset of the length of a PNG's data. */
const PNG_DATA_SIZE = 33;

/** The parts of an image that claims this size, without pixels, padded to `size` bytes. */
export function imageFile(
  type: ImageType,
  { size = 0, ...shape }: Shape & { size?: number } = {},
): Uint8Array<ArrayBuffer> {
  const file = bytesOf(headers[type]({ width: 40, height: 30, frames: [], ...shape }));
  const padding = Math.max(0, size - file.length);
  const at = paddedAt[type]?.(file.length) ?? file.length;
  const bytes = new Uint8Array(file.length + padding);
  bytes.set(file.subarray(0, at));
  bytes.set(file.subarray(at), at + padding);
  if (type === 'image/png') new DataView(bytes.buffer).setUint32(PNG_DATA_SIZE, 1 + padding);
  return bytes;
}
