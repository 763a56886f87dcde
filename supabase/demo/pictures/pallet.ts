import { matte, woodGrain } from './materials.ts';
import { box, moved, type Model } from './shapes.ts';
import { inGrid, together } from './stage.ts';

/** A wooden pallet of 1.2 x 0.8. */
export function pallet(): Model {
  const wood = matte('#b98a58', woodGrain(0.35));
  const boards = [-0.34, -0.17, 0, 0.17, 0.34].map((y) => moved(box(1.2, 0.12, 0.022, wood, 0.004), 0, y, 0.122));
  const blocks = inGrid(3, 3, (column, row) =>
    moved(box(0.14, 0.1, 0.1, wood, 0.004), (column - 1) * 0.52, (row - 1) * 0.34, 0.022),
  );
  const runners = [-0.34, 0, 0.34].map((y) => moved(box(1.2, 0.1, 0.022, wood, 0.004), 0, y));
  return together(...boards, blocks, ...runners);
}

/** Where the load of a pallet stands. */
export const PALLET_TOP = 0.144;
