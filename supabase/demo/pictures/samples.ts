import type { Model } from './shapes.ts';
import type { View } from './view.ts';

/** Samples per pixel along each side. */
export const SAMPLES = 2;
export const NOTHING = 0;
export const FLOOR = 1;
/** The id of the first part of the model. */
export const FIRST_PART = 2;

/** What is seen through each sample of the frame. */
export interface Samples {
  depth: Float32Array;
  id: Uint16Array;
  normal: Float32Array;
  /** Place on the part itself; on the floor, the place in the room. */
  local: Float32Array;
}

/** Draws a model on the floor; with `behind`, only what is nearer than that, without the floor. */
export function samplesOf(model: Model, view: View, behind?: Float32Array): Samples {
  const count = view.width * view.height;
  const samples: Samples = {
    depth: behind ? behind.slice() : new Float32Array(count).fill(Infinity),
    id: new Uint16Array(count),
    normal: new Float32Array(count * 3),
    local: new Float32Array(count * 3),
  };
  for (let index = 0; index < model.length; index++) drawPart(samples, view, model[index]!, index + FIRST_PART);
  if (!behind) drawFloor(samples, view);
  return samples;
}

function drawPart(
  { depth, id, normal, local }: Samples,
  view: View,
  { positions, normals, locals }: Model[number],
  mark: number,
): void {
  const { width, height, scale, centreX, centreY } = view;
  const [eyeX, eyeY, eyeZ] = view.eye;
  const [rightX, rightY] = view.right;
  const [upX, upY, upZ] = view.up;
  const [aheadX, aheadY, aheadZ] = view.ahead;
  const corners = positions.length / 3;
  const screen = new Float64Array(positions.length);
  for (let corner = 0; corner < corners; corner++) {
    const at = corner * 3;
    const x = positions[at]! - eyeX;
    const y = positions[at + 1]! - eyeY;
    const z = positions[at + 2]! - eyeZ;
    const near = 1 / (x * aheadX + y * aheadY + z * aheadZ);
    screen[at] = centreX + (x * rightX + y * rightY) * near * scale;
    screen[at + 1] = centreY - (x * upX + y * upY + z * upZ) * near * scale;
    screen[at + 2] = near;
  }
  for (let start = 0; start < positions.length; start += 9) {
    const x0 = screen[start]!;
    const y0 = screen[start + 1]!;
    const n0 = screen[start + 2]!;
    const x1 = screen[start + 3]!;
    const y1 = screen[start + 4]!;
    const n1 = screen[start + 5]!;
    const x2 = screen[start + 6]!;
    const y2 = screen[start + 7]!;
    const n2 = screen[start + 8]!;
    const area = (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0);
    if (area > -1e-9 && area < 1e-9) continue;
    const inverse = 1 / area;
    const left = Math.max(0, Math.ceil(Math.min(x0, x1, x2) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(x0, x1, x2) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(y0, y1, y2) - 0.5));
    const step0 = (y1 - y2) * inverse;
    const step1 = (y2 - y0) * inverse;
    for (let row = top; row <= bottom; row++) {
      const py = row + 0.5;
      let b0 = ((x1 - left - 0.5) * (y2 - py) - (y1 - py) * (x2 - left - 0.5)) * inverse;
      let b1 = ((x2 - left - 0.5) * (y0 - py) - (y2 - py) * (x0 - left - 0.5)) * inverse;
      for (let place = row * width + left; place <= row * width + right; place++, b0 += step0, b1 += step1) {
        const b2 = 1 - b0 - b1;
        if (b0 < 0 || b1 < 0 || b2 < 0) continue;
        const distance = 1 / (b0 * n0 + b1 * n1 + b2 * n2);
        if (distance >= depth[place]!) continue;
        depth[place] = distance;
        id[place] = mark;
        const a0 = b0 * n0 * distance;
        const a1 = b1 * n1 * distance;
        const a2 = b2 * n2 * distance;
        const at = place * 3;
        normal[at] = a0 * normals[start]! + a1 * normals[start + 3]! + a2 * normals[start + 6]!;
        normal[at + 1] = a0 * normals[start + 1]! + a1 * normals[start + 4]! + a2 * normals[start + 7]!;
        normal[at + 2] = a0 * normals[start + 2]! + a1 * normals[start + 5]! + a2 * normals[start + 8]!;
        local[at] = a0 * locals[start]! + a1 * locals[start + 3]! + a2 * locals[start + 6]!;
        local[at + 1] = a0 * locals[start + 1]! + a1 * locals[start + 4]! + a2 * locals[start + 7]!;
        local[at + 2] = a0 * locals[start + 2]! + a1 * locals[start + 5]! + a2 * locals[start + 8]!;
      }
    }
  }
}

function drawFloor(
  { depth, id, normal, local }: Samples,
  { width, height, eye, right, up, ahead, scale, centreX, centreY }: View,
): void {
  for (let row = 0; row < height; row++) {
    const y = (centreY - row - 0.5) / scale;
    const sightZ = ahead[2] + up[2] * y;
    if (sightZ >= -1e-6) continue;
    const distance = -eye[2] / sightZ;
    for (let column = 0; column < width; column++) {
      const place = row * width + column;
      if (distance >= depth[place]!) continue;
      const x = (column + 0.5 - centreX) / scale;
      depth[place] = distance;
      id[place] = FLOOR;
      normal[place * 3 + 2] = 1;
      normal[place * 3] = 0;
      normal[place * 3 + 1] = 0;
      local[place * 3] = eye[0] + (ahead[0] + right[0] * x + up[0] * y) * distance;
      local[place * 3 + 1] = eye[1] + (ahead[1] + right[1] * x + up[1] * y) * distance;
      local[place * 3 + 2] = 0;
    }
  }
}
