import type { Random } from '../random.ts';
import type { Model } from './shapes.ts';
import type { Scene } from './studio.ts';

/** Builds a scene; `variant` is the part after the slash of a picture's name. */
export type SceneBuilder = (random: Random, variant: string) => Scene;

/** Paper rolls of the studio: floor and wall. */
export const BACKDROPS = {
  sand: ['#e3d3bb', '#efe6d8'],
  sky: ['#b9cfe0', '#dbe7f0'],
  sage: ['#bccbb4', '#dde6d8'],
  blush: ['#e2c2b4', '#f1dfd6'],
  stone: ['#c4c6c9', '#e2e4e6'],
  mint: ['#b4d3cb', '#dcece7'],
  cream: ['#e8dcc0', '#f5efdf'],
  lilac: ['#c8c3dc', '#e4e1ee'],
  slate: ['#6f7f90', '#93a2b1'],
  night: ['#39475a', '#55657a'],
} as const;

export type Backdrop = keyof typeof BACKDROPS;

/** A model on a paper roll, seen from one of a few good places. */
export function studio(
  model: Model,
  random: Random,
  backdrops: readonly Backdrop[],
  view: { azimuth?: number; elevation?: number; fill?: number } = {},
): Scene {
  const [floor, wall] = BACKDROPS[random.pick(backdrops)];
  const { azimuth = 28, elevation = 22, fill = 0.83 } = view;
  return {
    model,
    floor,
    wall,
    azimuth: random.pick([-1, 1]) * azimuth + random.between(-7, 7),
    elevation: elevation + random.between(-4, 5),
    fill,
  };
}

/** The models side by side in one. */
export const together = (...models: readonly Model[]): Model => models.flat();

/** One model per place of a grid, called with column and row. */
export function inGrid(columns: number, rows: number, make: (column: number, row: number) => Model): Model {
  const result = [];
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) result.push(make(column, row));
  return result.flat();
}
