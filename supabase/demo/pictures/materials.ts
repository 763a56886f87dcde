/** A colour in linear light, each part from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What a surface looks like. */
export interface Material {
  color: Rgb;
  /** From 0 (chalk) to 1 (mirror). */
  gloss: number;
  isMetal: boolean;
  /** Share of light that passes: 0 for nearly everything, about 0.6 for glass. */
  clear: number;
  /** Changes the colour by the place on the object (its own coordinates): a factor, or another colour. */
  pattern: ((x: number, y: number, z: number) => number | Rgb) | undefined;
}

type Pattern = NonNullable<Material['pattern']>;

/** The colour of a hex code such as "#c2346b". */
export function rgb(hex: string): Rgb {
  const part = (at: number) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2;
  return [part(1), part(3), part(5)];
}

const surface = (hex: string, gloss: number, pattern?: Pattern): Material => ({
  color: rgb(hex),
  gloss,
  isMetal: false,
  clear: 0,
  pattern,
});

export const matte = (hex: string, pattern?: Pattern) => surface(hex, 0.06, pattern);
export const satin = (hex: string, pattern?: Pattern) => surface(hex, 0.35, pattern);
export const glossy = (hex: string, pattern?: Pattern) => surface(hex, 0.8, pattern);
export const metal = (hex: string, pattern?: Pattern): Material => ({ ...surface(hex, 0.75, pattern), isMetal: true });
export const rough = (hex: string, pattern?: Pattern): Material => ({ ...surface(hex, 0.3, pattern), isMetal: true });
export const glass = (hex: string, clear = 0.62): Material => ({ ...surface(hex, 0.95), clear });

// Patterns ---------------------------------------------------------------------------------------------------------------

function hash(x: number, y: number, z: number): number {
  let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(z, 2_147_483_647);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** Smooth noise from 0 to 1, one bump per unit. */
export function noise(x: number, y: number, z: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  const u = (x - i) * (x - i) * (3 - 2 * (x - i));
  const v = (y - j) * (y - j) * (3 - 2 * (y - j));
  const w = (z - k) * (z - k) * (3 - 2 * (z - k));
  const a = hash(i, j, k) * (1 - u) + hash(i + 1, j, k) * u;
  const b = hash(i, j + 1, k) * (1 - u) + hash(i + 1, j + 1, k) * u;
  const c = hash(i, j, k + 1) * (1 - u) + hash(i + 1, j, k + 1) * u;
  const d = hash(i, j + 1, k + 1) * (1 - u) + hash(i + 1, j + 1, k + 1) * u;
  return (a * (1 - v) + b * v) * (1 - w) + (c * (1 - v) + d * v) * w;
}

/** Grain of wood along x. */
export const woodGrain =
  (strength = 0.28): Pattern =>
  (x, y, z) => {
    const bend = noise(x * 0.9, y * 3, z * 3) * 2.2;
    const rings = Math.sin((y * 9 + z * 13 + bend) * 2.6) * 0.5 + 0.5;
    return 1 - strength * 0.5 * rings - strength * 0.5 * noise(x * 3, y * 34, z * 34);
  };

/** Woven threads. */
export const woven =
  (count = 60, strength = 0.16): Pattern =>
  (x, y, z) =>
    1 - strength * (0.5 + 0.5 * Math.sin(x * count) * Math.sin((y + z) * count));

/** Fine scattered specks, as in paper, concrete or plastics with fibre. */
export const speckled =
  (scale = 40, strength = 0.16): Pattern =>
  (x, y, z) =>
    1 - strength * noise(x * scale, y * scale, z * scale);

/** Cloudy unevenness: rust, stone, earth. */
export const cloudy = (other: string, scale = 3, share = 0.5): Pattern => {
  const otherColor = rgb(other);
  return (x, y, z) => {
    const value =
      noise(x * scale, y * scale, z * scale) * 0.6 + noise(x * scale * 3.1, y * scale * 3.1, z * scale * 3.1) * 0.4;
    return value > 1 - share ? otherColor : 1 - 0.16 * value;
  };
};

/** Bands along an axis: `width` in units, every second one darker. */
export const banded =
  (axis: 0 | 1 | 2, width: number, strength = 0.14): Pattern =>
  (...place) =>
    Math.floor(place[axis] / width) % 2 ? 1 - strength : 1;

/** Fine grooves along an axis. */
export const grooved =
  (axis: 0 | 1 | 2, pitch: number, strength = 0.18): Pattern =>
  (...place) =>
    1 - strength * (0.5 + 0.5 * Math.sin((place[axis] / pitch) * Math.PI * 2));
