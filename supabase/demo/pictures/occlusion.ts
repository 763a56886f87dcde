import { NOTHING, type Samples } from './samples.ts';
import type { View } from './view.ts';

/** Samples per measured place along each side; the values between are near enough. */
const COARSE = 4;
const DIRECTIONS = 14;
const REACH = 0.2;

/** How much of its surroundings each place of a coarse grid sees: 0 (a crack) to 1 (open). */
export interface Openness {
  values: Float32Array;
  width: number;
  height: number;
}

/** Measures openness from the depths alone, as far as a fifth of the model's radius. */
export function opennessOf(samples: Samples, view: View): Openness {
  const width = Math.floor(view.width / COARSE);
  const height = Math.floor(view.height / COARSE);
  const values = new Float32Array(width * height).fill(1);
  const probes = probesAround();
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const place = (row * COARSE + 1) * view.width + column * COARSE + 1;
      if (samples.id[place] !== NOTHING)
        values[row * width + column] = measured(
          samples,
          view,
          column * COARSE + 1,
          row * COARSE + 1,
          probes[(row % 4) * 4 + (column % 4)]!,
        );
    }
  }
  return { values: evenedOut(values, samples, view, width, height), width, height };
}

/** Openness at a sample. */
export function openAt({ values, width, height }: Openness, column: number, row: number): number {
  const x = Math.max(0, Math.min(width - 1.001, column / COARSE - 0.5));
  const y = Math.max(0, Math.min(height - 1.001, row / COARSE - 0.5));
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = x - left;
  const v = y - top;
  const at = top * width + left;
  return (
    (values[at]! * (1 - u) + values[at + 1]! * u) * (1 - v) +
    (values[at + width]! * (1 - u) + values[at + width + 1]! * u) * v
  );
}

/** Sixteen sets of steps into the half space above a surface: x, y, and height one after the other. */
function probesAround(): Float64Array[] {
  return Array.from({ length: 16 }, (_, set) => {
    const steps = new Float64Array(DIRECTIONS * 3);
    for (let index = 0; index < DIRECTIONS; index++) {
      const height = 0.12 + 0.86 * ((index * 0.618 + set * 0.0625) % 1);
      const angle = index * 2.399963 + set * 0.3927;
      const flat = Math.sqrt(1 - height * height);
      const length = 0.15 + 0.85 * ((index + 0.5) / DIRECTIONS) ** 1.4;
      steps.set([Math.cos(angle) * flat * length, Math.sin(angle) * flat * length, height * length], index * 3);
    }
    return steps;
  });
}

function measured({ depth, normal }: Samples, view: View, column: number, row: number, probes: Float64Array): number {
  const { right, up, ahead, scale, centreX, centreY, width, height } = view;
  const reach = view.radius * REACH;
  const place = row * width + column;
  const distance = depth[place]!;
  const x = (column + 0.5 - centreX) / scale;
  const y = (centreY - row - 0.5) / scale;
  const sightX = ahead[0] + right[0] * x + up[0] * y;
  const sightY = ahead[1] + right[1] * x + up[1] * y;
  const sightZ = ahead[2] + up[2] * y;
  let [nx, ny, nz] = [normal[place * 3]!, normal[place * 3 + 1]!, normal[place * 3 + 2]!];
  const length = (Math.hypot(nx, ny, nz) || 1) * (nx * sightX + ny * sightY + nz * sightZ > 0 ? -1 : 1);
  nx /= length;
  ny /= length;
  nz /= length;
  // Two directions along the surface.
  const [hx, hy, hz] = Math.abs(nz) > 0.9 ? [1, 0, 0] : [0, 0, 1];
  let [sx, sy, sz] = [hy * nz - hz * ny, hz * nx - hx * nz, hx * ny - hy * nx];
  const norm = Math.hypot(sx, sy, sz);
  sx /= norm;
  sy /= norm;
  sz /= norm;
  const [tx, ty, tz] = [ny * sz - nz * sy, nz * sx - nx * sz, nx * sy - ny * sx];
  const fromX = sightX * distance + nx * reach * 0.02;
  const fromY = sightY * distance + ny * reach * 0.02;
  const fromZ = sightZ * distance + nz * reach * 0.02;
  let hidden = 0;
  for (let at = 0; at < probes.length; at += 3) {
    const a = probes[at]! * reach;
    const b = probes[at + 1]! * reach;
    const c = probes[at + 2]! * reach;
    const px = fromX + sx * a + tx * b + nx * c;
    const py = fromY + sy * a + ty * b + ny * c;
    const pz = fromZ + sz * a + tz * b + nz * c;
    const away = px * ahead[0] + py * ahead[1] + pz * ahead[2];
    const seenColumn = Math.floor(centreX + ((px * right[0] + py * right[1]) / away) * scale);
    const seenRow = Math.floor(centreY - ((px * up[0] + py * up[1] + pz * up[2]) / away) * scale);
    if (seenColumn < 0 || seenRow < 0 || seenColumn >= width || seenRow >= height) continue;
    const before = away - depth[seenRow * width + seenColumn]!;
    if (before > reach * 0.015) hidden += Math.max(0, Math.min(1, (2.4 - before / reach) / 1.8));
  }
  return 1 - hidden / DIRECTIONS;
}

/** The mean over neighbours on about the same surface: takes the pattern of the sixteen sets away. */
function evenedOut(values: Float32Array, { depth }: Samples, view: View, width: number, height: number): Float32Array {
  const result = new Float32Array(values.length);
  const depthAt = (column: number, row: number) => depth[(row * COARSE + 1) * view.width + column * COARSE + 1]!;
  const near = view.radius * 0.05;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const own = depthAt(column, row);
      let sum = 0;
      let count = 0;
      for (let j = Math.max(0, row - 2); j <= Math.min(height - 1, row + 1); j++) {
        for (let i = Math.max(0, column - 2); i <= Math.min(width - 1, column + 1); i++) {
          if (Math.abs(depthAt(i, j) - own) > near) continue;
          sum += values[j * width + i]!;
          count += 1;
        }
      }
      result[row * width + column] = count > 0 ? sum / count : values[row * width + column]!;
    }
  }
  return result;
}
