type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
type Shape = { width?: number; height?: number; frames?: readonly { width: number; height: number }[] };

const zeros = (count: number) => Array.from({ length: count }, () => 0);
const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0));
const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 0xff);
const big = (value: number, bytes: number) => little(value, bytes).toReversed();
const part = (name: string, data: readonly number[]) => [
  ...text(name),
  ...little(data.length, 4),
  ...data,
  ...(data.length % 2 ? [0] : []),
];
const lossless = (width: number, height: number) =>
  part('VP8L', [0x2f, ...little(((height - 1) << 14) | (width - 1), 4)]);

const headers: Record<ImageType, (shape: Required<Shape>) => number[]> = {
  'image/png': ({ width, height }) => [
    0x89,
    ...text('PNG\r\n'),
    0x1a,
    0x0a,
    ...big(13, 4),
    ...text('IHDR'),
    ...big(width, 4),
    ...big(height, 4),
    8,
    6,
    ...zeros(3 + 4),
    ...big(1, 4),
    ...text('IDAT'),
    ...zeros(1 + 4),
    ...zeros(4),
    ...text('IEND'),
    ...zeros(4),
  ],
  'image/jpeg': ({ width, height }) => [
    0xff,
    0xd8,
    0xff,
    0xe0,
    ...big(16, 2),
    ...text('JFIF\0'),
    ...zeros(9),
    0xff,
    0xff,
    0xc2,
    ...big(17, 2),
    8,
    ...big(height, 2),
    ...big(width, 2),
    3,
    ...zeros(9),
    0xff,
    0xda,
    0,
    3,
    1,
    0x5a,
    0xff,
    0xd9,
  ],
  'image/gif': ({ width, height, frames }) => [
    ...text('GIF89a'),
    ...little(width, 2),
    ...little(height, 2),
    0x80,
    0,
    0,
    0,
    0,
    0,
    255,
    255,
    255,
    ...(frames.length === 0 ? [{ width, height }] : frames).flatMap((frame) => [
      0x21,
      0xf9,
      4,
      0,
      0,
      0,
      0,
      0,
      0x2c,
      0,
      0,
      0,
      0,
      ...little(frame.width, 2),
      ...little(frame.height, 2),
      0,
      2,
      1,
      0,
      0,
    ]),
    0x3b,
  ],
  'image/webp': ({ width, height, frames }) => {
    const image =
      frames.length === 0
        ? lossless(width, height)
        : [
            ...part('VP8X', [2, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]),
            ...frames.flatMap((frame) =>
              part('ANMF', [
                ...little(0, 6),
                ...little(frame.width - 1, 3),
                ...little(frame.height - 1, 3),
                ...little(100, 4),
                ...lossless(frame.width, frame.height),
              ]),
            ),
          ];
    return [...text('RIFF'), ...little(image.length + 4, 4), ...text('WEBP'), ...image];
  },
};

/** Offset at which any number of zeros can be inserted as part of the picture; other types take them at the end. */
const paddedAt: Partial<Record<ImageType, (file: readonly number[]) => number>> = {
  'image/png': () => 41,
  'image/jpeg': ({ length }) => length - 2,
};
/** Offset of the length of a PNG's data. */
const PNG_DATA_SIZE = 33;

/** The parts of an image that claims this size, without pixels, padded to `size` bytes. */
export function imageFile(
  type: ImageType,
  { size = 0, ...shape }: Shape & { size?: number } = {},
): Uint8Array<ArrayBuffer> {
  const file = headers[type]({ width: 40, height: 30, frames: [], ...shape });
  const padding = Math.max(0, size - file.length);
  const at = paddedAt[type]?.(file) ?? file.length;
  const bytes = new Uint8Array(file.length + padding);
  bytes.set(file.slice(0, at));
  bytes.set(file.slice(at), at + padding);
  if (type === 'image/png') new DataView(bytes.buffer).setUint32(PNG_DATA_SIZE, 1 + padding);
  return bytes;
}
