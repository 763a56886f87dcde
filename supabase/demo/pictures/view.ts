import type { Model } from './shapes.ts';
import { cross, unit, type Vector } from './vectors.ts';

/** From 0 to 1 between two limits, without a kink. */
export function smooth(from: number, to: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Directions towards the lamps. */
export const KEY_LIGHT = unit([-0.52, -0.5, 0.92]);
export const FILL_LIGHT = unit([0.8, -0.45, 0.35]);

const VIEW_DISTANCE = 4.6;

/** Where the viewer stands and how the model comes to lie in the frame. */
export interface View {
  width: number;
  height: number;
  eye: Vector;
  right: Vector;
  up: Vector;
  ahead: Vector;
  scale: number;
  centreX: number;
  centreY: number;
  /** Of the ball around the model. */
  radius: number;
}

interface Look {
  model: Model;
  azimuth: number;
  elevation: number;
  fill?: number;
}

/** The view of a model that fills the frame as wanted. */
export function viewOf({ model, azimuth, elevation, fill = 0.8 }: Look, width: number, height: number): View {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of model) {
    for (let i = 0; i < positions.length; i++) {
      const value = positions[i]!;
      const axis = i % 3;
      if (value < low[axis]!) low[axis] = value;
      if (value > high[axis]!) high[axis] = value;
    }
  }
  const middle = (axis: number) => (low[axis]! + high[axis]!) / 2;
  const radius = Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) / 2;
  const [turn, tilt] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  const ahead: Vector = [-Math.sin(turn) * Math.cos(tilt), Math.cos(turn) * Math.cos(tilt), -Math.sin(tilt)];
  const right: Vector = [Math.cos(turn), Math.sin(turn), 0];
  const up = cross(right, ahead);
  const distance = radius * VIEW_DISTANCE;
  const eye: Vector = [
    middle(0) - ahead[0] * distance,
    middle(1) - ahead[1] * distance,
    middle(2) - ahead[2] * distance,
  ];

  let [left, rightmost, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { positions } of model) {
    for (let i = 0; i < positions.length; i += 3) {
      const [ox, oy, oz] = [positions[i]! - eye[0], positions[i + 1]! - eye[1], positions[i + 2]! - eye[2]];
      const depth = ox * ahead[0] + oy * ahead[1] + oz * ahead[2];
      const x = (ox * right[0] + oy * right[1]) / depth;
      const y = (ox * up[0] + oy * up[1] + oz * up[2]) / depth;
      left = Math.min(left, x);
      rightmost = Math.max(rightmost, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
  }
  const scale = fill * Math.min(width / (rightmost - left), height / (top - bottom));
  return {
    width,
    height,
    eye,
    right,
    up,
    ahead,
    scale,
    centreX: width / 2 - ((left + rightmost) / 2) * scale,
    centreY: height * 0.515 + ((bottom + top) / 2) * scale,
    radius,
  };
}
