import type { Model } from './shapes.ts';
import { cross, unit } from './vectors.ts';
import { KEY_LIGHT, smooth } from './view.ts';

const SIZE = 800;
const SOFTNESS = 5;
const MARGIN = 0.06;
const TOLERANCE = 0.004;

/** How much key light reaches a place: 0 to 1. */
export type Shadows = (x: number, y: number, z: number) => number;

/**
 * Shadows with soft edges: heights towards the light, seen from the light, with their squares, both blurred; mean and
 * variance tell how likely something stands before a place.
 */
export function shadowsOf(model: Model): Shadows {
  const [lightX, lightY, lightZ] = KEY_LIGHT;
  const [rightX, rightY, rightZ] = unit(cross([0, 0, 1], KEY_LIGHT));
  const [upX, upY, upZ] = cross(KEY_LIGHT, [rightX, rightY, rightZ]);
  let [lowU, lowV, lowH, highU, highV, highH] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const reachOut = (x: number, y: number, z: number) => {
    const u = x * rightX + y * rightY + z * rightZ;
    const v = x * upX + y * upY + z * upZ;
    const h = x * lightX + y * lightY + z * lightZ;
    lowU = Math.min(lowU, u);
    lowV = Math.min(lowV, v);
    lowH = Math.min(lowH, h);
    highU = Math.max(highU, u);
    highV = Math.max(highV, v);
    highH = Math.max(highH, h);
  };
  for (const { positions } of model) {
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
      reachOut(x, y, z);
      reachOut(x - (lightX * z) / lightZ, y - (lightY * z) / lightZ, 0);
    }
  }
  const span = Math.max(highU - lowU, highV - lowV) * (1 + 2 * MARGIN);
  const startU = lowU - span * MARGIN;
  const startV = lowV - span * MARGIN;
  const toMap = SIZE / span;
  const toHeight = 1 / (highH - lowH || 1);

  const mean = new Float32Array(SIZE * SIZE);
  // Where nothing stands, the light meets the floor.
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const u = startU + (column + 0.5) / toMap;
      const v = startV + (row + 0.5) / toMap;
      mean[row * SIZE + column] = (-(u * rightZ + v * upZ) / lightZ - lowH) * toHeight;
    }
  }
  for (const { positions } of model) {
    const seen = new Float64Array(positions.length);
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
      seen[i] = (x * rightX + y * rightY + z * rightZ - startU) * toMap;
      seen[i + 1] = (x * upX + y * upY + z * upZ - startV) * toMap;
      seen[i + 2] = (x * lightX + y * lightY + z * lightZ - lowH) * toHeight;
    }
    for (let i = 0; i < seen.length; i += 9) raise(mean, seen, i);
  }
  const square = new Float32Array(mean.length);
  for (let place = 0; place < mean.length; place++) square[place] = mean[place]! ** 2;
  for (const map of [mean, square]) for (let pass = 0; pass < 2; pass++) blur(map);

  return (x, y, z) => {
    const column = (x * rightX + y * rightY + z * rightZ - startU) * toMap - 0.5;
    const row = (x * upX + y * upY + z * upZ - startV) * toMap - 0.5;
    if (column < 0 || row < 0 || column >= SIZE - 1 || row >= SIZE - 1) return 1;
    const gap = between(mean, column, row) - TOLERANCE - (x * lightX + y * lightY + z * lightZ - lowH) * toHeight;
    if (gap <= 0) return 1;
    const average = gap + TOLERANCE + (x * lightX + y * lightY + z * lightZ - lowH) * toHeight;
    const variance = Math.max(4e-6, between(square, column, row) - average * average);
    return smooth(0.22, 1, variance / (variance + gap * gap));
  };
}

/** Raises the heights to those of a triangle. */
function raise(heights: Float32Array, seen: Float64Array, at: number): void {
  const [x0, y0, h0] = [seen[at]!, seen[at + 1]!, seen[at + 2]!];
  const [x1, y1, h1] = [seen[at + 3]!, seen[at + 4]!, seen[at + 5]!];
  const [x2, y2, h2] = [seen[at + 6]!, seen[at + 7]!, seen[at + 8]!];
  const area = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
  if (area > -1e-9 && area < 1e-9) return;
  const left = Math.max(0, Math.ceil(Math.min(x0, x1, x2) - 0.5));
  const right = Math.min(SIZE - 1, Math.floor(Math.max(x0, x1, x2) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5));
  const bottom = Math.min(SIZE - 1, Math.floor(Math.max(y0, y1, y2) - 0.5));
  for (let row = top; row <= bottom; row++) {
    const py = row + 0.5;
    for (let column = left; column <= right; column++) {
      const px = column + 0.5;
      const b0 = ((x1 - px) * (y2 - py) - (y1 - py) * (x2 - px)) / area;
      const b1 = ((x2 - px) * (y0 - py) - (y2 - py) * (x0 - px)) / area;
      const b2 = 1 - b0 - b1;
      if (b0 < 0 || b1 < 0 || b2 < 0) continue;
      const height = b0 * h0 + b1 * h1 + b2 * h2;
      const place = row * SIZE + column;
      if (height > heights[place]!) heights[place] = height;
    }
  }
}

/** A running mean along rows and columns. */
function blur(map: Float32Array): void {
  const line = new Float32Array(SIZE);
  for (const [step, jump] of [
    [1, SIZE],
    [SIZE, 1],
  ] as const) {
    for (let index = 0; index < SIZE; index++) {
      const start = index * jump;
      let sum = 0;
      for (let k = -SOFTNESS; k <= SOFTNESS; k++) sum += map[start + Math.max(0, k) * step]!;
      for (let k = 0; k < SIZE; k++) {
        line[k] = sum / (SOFTNESS * 2 + 1);
        sum +=
          map[start + Math.min(SIZE - 1, k + SOFTNESS + 1) * step]! - map[start + Math.max(0, k - SOFTNESS) * step]!;
      }
      for (let k = 0; k < SIZE; k++) map[start + k * step] = line[k]!;
    }
  }
}

function between(map: Float32Array, column: number, row: number): number {
  const left = Math.floor(column);
  const top = Math.floor(row);
  const u = column - left;
  const v = row - top;
  const at = top * SIZE + left;
  return (map[at]! * (1 - u) + map[at + 1]! * u) * (1 - v) + (map[at + SIZE]! * (1 - u) + map[at + SIZE + 1]! * u) * v;
}
