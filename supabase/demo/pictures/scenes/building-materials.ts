import {
  rgb,
  cloudy,
  glass,
  glossy,
  matte,
  metal,
  noise,
  rough,
  satin,
  speckled,
  woodGrain,
  type Material,
} from '../materials.ts';
import { bar, box, cushion, cylinder, lathe, moved, pipe, scaled, turned, type Model } from '../shapes.ts';
import { pallet, PALLET_TOP } from '../pallet.ts';
import { inGrid, studio, together, type SceneBuilder } from '../stage.ts';

/** Ceramic tiles, stacked and laid out; the variant is their colour. */
const tiles: SceneBuilder = (random, variant) => {
  const colors: Readonly<Record<string, readonly [string, string]>> = {
    grey: ['#a9adb0', '#8f9498'],
    beige: ['#d8c4a3', '#bfa47c'],
    dark: ['#34373c', '#5d6268'],
  };
  const [color, vein] = colors[variant] ?? ['#e9e3d6', '#cfc4ae'];
  const veinColor = rgb(vein);
  const offset = random.between(0, 20);
  const stone: Material = {
    ...glossy(color, (x, y, z) => {
      const line = Math.abs(
        noise(x * 2.2 + offset, y * 2.2, z + offset) - 0.5 + 0.18 * (noise(x * 9, y * 9, offset) - 0.5),
      );
      return line < 0.014 ? veinColor : 1 - 0.1 * noise(x * 5 + offset, y * 5, z);
    }),
    gloss: 0.65,
  };
  const tile = (size: number) => box(size, size, 0.02, stone, 0.004);
  const stack = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      moved(turned(tile(0.6), 'z', random.between(-1.5, 1.5)), 0, 0, index * 0.0215),
    ).flat();
  const floor = inGrid(3, 2, (column, row) => moved(tile(0.5), (column - 1) * 0.508, -0.5 - row * 0.508));
  const leaning = moved(turned(tile(0.62), 'x', 74), 0.62, 0.52, 0.3);
  return studio(
    together(moved(stack(random.whole(12, 18)), -0.45, 0.28), floor, leaning, moved(leaning, 0.04, 0.05)),
    random,
    ['sand', 'sage', 'blush', 'sky'],
    { azimuth: 22, elevation: 30 },
  );
};

/** Sawn timber; "beams": glued beams. */
const timber: SceneBuilder = (random, variant) => {
  const wood = () => matte(random.pick(['#d9b37c', '#cfa66c', '#e0bd8a']), woodGrain(0.3));
  const [width, height] = variant === 'beams' ? [0.3, 0.42] : [0.26, 0.07];
  const layers = variant === 'beams' ? 3 : 8;
  const columns = variant === 'beams' ? 3 : 4;
  const stack = inGrid(columns, layers, (column, layer) =>
    moved(
      turned(box(2.6, width, height, wood(), 0.006), 'z', 90),
      (column - (columns - 1) / 2) * (width + 0.02),
      random.between(-0.04, 0.04),
      0.08 + layer * (height + 0.012),
    ),
  );
  const skids = [-0.9, 0, 0.9].flatMap((y) =>
    moved(box(columns * (width + 0.02) + 0.1, 0.1, 0.08, matte('#a9794a', woodGrain()), 0.004), 0, y),
  );
  const straps = [-0.7, 0.7].flatMap((y) =>
    moved(
      box(columns * (width + 0.02) + 0.02, 0.04, layers * (height + 0.012) + 0.01, satin('#3b4a57'), 0.004),
      0,
      y,
      0.08,
    ),
  );
  return studio(together(stack, skids, variant === 'beams' ? [] : straps), random, ['sage', 'sky', 'cream'], {
    azimuth: 34,
    elevation: 20,
  });
};

/** Facing bricks on a pallet and in a small wall. */
const bricks: SceneBuilder = (random, variant) => {
  const shades = variant === 'grey' ? ['#9a8f86', '#857a72', '#ada39a'] : ['#a8684c', '#96583f', '#b87a5c', '#8a6a58'];
  const brick = () =>
    box(
      0.228,
      0.108,
      0.06,
      matte(random.pick(shades), (x, y, z) => 1 - 0.22 * noise(x * 30, y * 30, z * 30)),
      0.006,
    );
  const pile = inGrid(4, 7, (column, layer) =>
    together(
      ...[0, 1, 2, 3, 4].map((row) =>
        moved(brick(), (column - 1.5) * 0.236, (row - 2) * 0.116, PALLET_TOP + layer * 0.064),
      ),
    ),
  );
  const wall = inGrid(4, 5, (column, layer) => moved(brick(), column * 0.24 + (layer % 2) * 0.12, 0, layer * 0.068));
  return studio(
    together(
      moved(scaled(pallet(), 0.86, 0.8, 1), 0, 0),
      pile,
      moved(turned(wall, 'z', random.pick([-18, 14])), -0.55, -0.75),
    ),
    random,
    ['sage', 'sky', 'sand'],
    { azimuth: 30, elevation: 24 },
  );
};

/** Windows leaning in a row; "grey": dark frames. */
const windowFrames: SceneBuilder = (random, variant) => {
  const frame = satin(variant === 'grey' ? '#4a525b' : '#d9dde0');
  const one = (): Model => {
    const [width, height, thickness] = [0.9, 1.2, 0.07];
    const edges = together(
      ...[-1, 1].map((side) => moved(box(thickness, 0.09, height, frame, 0.01), (side * (width - thickness)) / 2, 0)),
      ...[0, height - thickness, height * 0.68].map((z) => moved(box(width, 0.09, thickness, frame, 0.01), 0, 0, z)),
      moved(box(thickness * 0.8, 0.08, height * 0.68, frame, 0.01), 0, 0),
    );
    return together(
      edges,
      moved(box(width - 0.08, 0.02, height - 0.08, glass('#cfe5ee', 0.72), 0.004), 0, 0, 0.04),
      moved(box(0.02, 0.06, 0.12, metal('#c0c6cc'), 0.008), 0.06, -0.06, height * 0.32),
    );
  };
  const model = together(
    ...[0, 1, 2, 3].map((index) => moved(turned(one(), 'x', -9), index * 0.24, index * 0.2)),
    moved(turned(one(), 'z', 30), 1.5, -0.1),
  );
  return studio(model, random, ['sand', 'sky', 'sage'], { azimuth: 20, elevation: 16 });
};

/** Rolls of insulation; "panel": sandwich panels. */
const insulationRolls: SceneBuilder = (random, variant) => {
  if (variant === 'panel') {
    const sheet = satin('#e6e8e8', (x) => (Math.abs(Math.sin(x * 9)) < 0.12 ? 0.86 : 1));
    const panels = Array.from({ length: 7 }, (_, layer) =>
      moved(
        together(
          box(1, 2.4, 0.014, sheet, 0.004),
          moved(box(0.99, 2.39, 0.09, matte('#e0b95c', speckled(60, 0.2)), 0.004), 0, 0, 0.012),
          moved(box(1, 2.4, 0.014, sheet, 0.004), 0, 0, 0.1),
        ),
        random.between(-0.02, 0.02),
        0,
        0.1 + layer * 0.12,
      ),
    );
    const skids = [-0.8, 0, 0.8].flatMap((y) => moved(box(1.1, 0.12, 0.1, matte('#eceae4')), 0, y));
    return studio(together(...panels, skids), random, ['sky', 'sage', 'sand'], { azimuth: 32, elevation: 22 });
  }
  const wool = matte('#b89b57', (x, y, z) => 1 - 0.35 * noise(x * 40, y * 40, z * 10));
  const boards = inGrid(2, 7, (column, layer) =>
    moved(turned(box(1, 0.6, 0.14, wool, 0.02), 'z', random.between(-2, 2)), (column - 0.5) * 1.04, 0, layer * 0.142),
  );
  const roll = moved(
    turned(
      together(
        pipe(0.3, 0.06, 0.9, wool, 48),
        ...[0.12, 0.2].map((radius) => moved(pipe(radius, radius - 0.012, 0.904, matte('#7f6a3a'), 48), 0, 0, -0.002)),
      ),
      'x',
      90,
    ),
    -0.2,
    -0.5,
    0.3,
  );
  return studio(together(boards, roll), random, ['sky', 'mint', 'blush'], { azimuth: 26, elevation: 22 });
};

/** Pails of paint; "white": plain pails. */
const paintBuckets: SceneBuilder = (random, variant) => {
  const tints = random.shuffle(['#c8553d', '#588b8b', '#e0a458', '#3d5a80', '#81985b']);
  const pail = (tint: string, isOpen: boolean): Model =>
    together(
      lathe(
        [
          [0, 0],
          [0.19, 0],
          [0.225, 0.36],
          [0.235, 0.37],
          [0.235, 0.4],
          [0.21, 0.4],
          [0.205, 0.34],
        ],
        satin(variant === 'white' ? '#f1f1ee' : '#e6e8ea'),
        48,
      ),
      lathe(
        [
          [0.196, 0.07],
          [0.219, 0.29],
        ],
        satin(tint, (_x, _y, z) => (z > 0.2 && z < 0.24 ? 1.6 : 1)),
        48,
      ),
      isOpen
        ? moved(cylinder(0.208, 0.01, { ...glossy(tint), gloss: 0.9 }, 0.002, 48), 0, 0, 0.33)
        : moved(cylinder(0.238, 0.035, satin(variant === 'white' ? '#e3e3df' : tint), 0.012, 48), 0, 0, 0.385),
      bar(
        Array.from(
          { length: 17 },
          (_, index) =>
            [
              Math.cos((index / 16) * Math.PI) * 0.236,
              -Math.sin((index / 16) * Math.PI) * 0.1 - 0.02,
              0.34 - Math.sin((index / 16) * Math.PI) * 0.13,
            ] as const,
        ),
        0.006,
        metal('#b9bfc5'),
        8,
      ),
    );
  const tint = (index: number) => tints[index % tints.length] ?? '#c8553d';
  const model = together(
    inGrid(3, 2, (column, row) =>
      moved(
        turned(pail(tint(column + row * 3), row === 0 && column === 0), 'z', random.between(-20, 20)),
        (column - 1) * 0.54 + row * 0.16,
        row * 0.5,
      ),
    ),
    inGrid(2, 1, (column) => moved(pail(tint(column + 1), false), -0.1 + column * 0.54, 0.5, 0.42)),
  );
  return studio(model, random, ['cream', 'sage', 'sky', 'blush'], { azimuth: 18, elevation: 22 });
};

/** Steel drums; "blue": plastic drums. */
const drums: SceneBuilder = (random, variant) => {
  const colors =
    variant === 'blue'
      ? ['#2a5fa5', '#2f6ab3']
      : random.pick([
          ['#3a7d5a', '#3f8762'],
          ['#b5452f', '#a63e2b'],
          ['#5b6672', '#525c67'],
        ]);
  const one = (color: string): Model => {
    const skin = { ...satin(color), gloss: 0.5 };
    return together(
      lathe(
        [
          [0, 0.02],
          [0.27, 0.02],
          [0.28, 0],
          [0.295, 0],
          [0.295, 0.03],
          [0.285, 0.05],
          [0.285, 0.28],
          [0.3, 0.295],
          [0.285, 0.31],
          [0.285, 0.56],
          [0.3, 0.575],
          [0.285, 0.59],
          [0.285, 0.83],
          [0.295, 0.85],
          [0.295, 0.88],
          [0.28, 0.88],
          [0.27, 0.86],
          [0, 0.86],
        ],
        skin,
        56,
      ),
      moved(cylinder(0.045, 0.02, satin('#d9d3c4')), 0.15, 0, 0.86),
      moved(cylinder(0.025, 0.02, satin('#d9d3c4')), -0.16, 0.05, 0.86),
      lathe(
        [
          [0.287, 0.36],
          [0.2875, 0.36],
          [0.2875, 0.5],
          [0.287, 0.5],
        ],
        matte('#f2efe6', (x, y) => (Math.atan2(y, x) < -0.9 && Math.atan2(y, x) > -2.2 ? 1 : colorRatio)),
        56,
      ),
    );
  };
  const colorRatio = 0.82;
  const model = together(
    moved(scaled(pallet(), 1.06, 1.55, 1), 0, 0),
    inGrid(2, 2, (column, row) =>
      moved(one(random.pick(colors)), (column - 0.5) * 0.61, (row - 0.5) * 0.61, PALLET_TOP),
    ),
    moved(one(random.pick(colors)), random.pick([-1.05, 1.05]), -0.3),
  );
  return studio(model, random, ['stone', 'cream', 'sage'], { azimuth: 28, elevation: 22 });
};

/** Intermediate bulk containers. */
const ibc: SceneBuilder = (random) => {
  const tube = metal('#c4cad0');
  const one = (): Model => {
    const cage = together(
      ...[-1, 1].flatMap((side) =>
        [-0.5, -0.25, 0, 0.25, 0.5].map((x) => moved(cylinder(0.014, 1, tube, 0.004, 12), x, side * 0.43)),
      ),
      ...[-1, 1].flatMap((side) =>
        [-0.2, 0.0, 0.2].map((y) => moved(cylinder(0.014, 1, tube, 0.004, 12), side * 0.53, y)),
      ),
      ...[0.02, 0.25, 0.5, 0.75, 0.98].flatMap((z) => [
        ...[-1, 1].map((side) =>
          moved(turned(cylinder(0.014, 1.06, tube, 0.004, 12), 'y', 90), -0.53, side * 0.435, z),
        ),
        ...[-1, 1].map((side) =>
          moved(turned(cylinder(0.014, 0.87, tube, 0.004, 12), 'x', 90), side * 0.535, 0.435, z),
        ),
      ]),
    );
    const body = cushion(1.02, 0.82, 0.98, { ...satin('#eef2f3'), gloss: 0.4 }, { boxy: 0.2, flat: 0.24 });
    return together(
      scaled(pallet(), 0.95, 1.1, 1),
      moved(
        together(
          body,
          cage,
          moved(cylinder(0.13, 0.06, satin('#c23b2e')), 0, 0, 0.97),
          moved(box(0.34, 0.01, 0.24, matte('#f5f1e6')), 0, -0.45, 0.55),
          moved(turned(cylinder(0.05, 0.12, satin('#c23b2e')), 'x', 90), 0, -0.4, 0.1),
        ),
        0,
        0,
        PALLET_TOP,
      ),
    );
  };
  return studio(together(one(), moved(one(), 1.25, 0.25)), random, ['stone', 'sky', 'sage'], {
    azimuth: 26,
    elevation: 18,
  });
};

/** Big bags. */
const bigBags: SceneBuilder = (random) => {
  const one = (): Model => {
    const seed = random.between(0, 30);
    const cloth = matte(
      '#eceae2',
      (x, y, z) => 1 - 0.06 * Math.sin((x + y) * 160) * Math.sin(z * 160) - 0.1 * noise(x * 5 + seed, y * 5, z * 5),
    );
    const straps = [-1, 1].flatMap((a) =>
      [-1, 1].flatMap((b) =>
        bar(
          [
            [a * 0.36, b * 0.36, 0.7],
            [a * 0.38, b * 0.38, 0.95],
            [a * 0.3, b * 0.34, 1.12],
            [a * 0.12, b * 0.36, 1.1],
            [a * 0.1, b * 0.34, 0.94],
          ],
          0.022,
          matte('#3a6ea5'),
          8,
        ),
      ),
    );
    return together(
      scaled(pallet(), 0.8, 1.15, 1),
      moved(
        together(
          cushion(0.92, 0.92, 0.95, cloth, {
            boxy: 0.3,
            flat: 0.4,
            bumps: (u, v) => 0.07 * (noise(u * 2 + seed, v * 3, seed) - 0.5),
          }),
          straps,
          moved(
            lathe(
              [
                [0.14, 0],
                [0.12, 0.1],
                [0.16, 0.2],
                [0.05, 0.22],
              ],
              cloth,
              24,
            ),
            0,
            0,
            0.9,
          ),
          moved(box(0.3, 0.012, 0.2, matte('#3a6ea5')), 0, -0.462, 0.45),
        ),
        0,
        0,
        PALLET_TOP,
      ),
    );
  };
  return studio(
    together(one(), moved(one(), 1.06, 0.1), random.chance(0.6) ? moved(one(), 0.45, 1.1) : []),
    random,
    ['sky', 'sand', 'sage'],
    { azimuth: 24, elevation: 20 },
  );
};

/** Heaps of plastic granules in trays; "colour": master batches. */
const granules: SceneBuilder = (random, variant) => {
  const tints =
    variant === 'colour'
      ? random.shuffle(['#c8402f', '#2b6cb0', '#e0a11b', '#2f8f5b', '#2a2c30', '#f2f2ef'])
      : ['#f4f5f3', '#e4ecef', '#f7f3ea', '#eef0ee'];
  const heap = (tint: string): Model => {
    const material = { ...satin(tint), gloss: 0.5 };
    const grains = Array.from({ length: 170 }, () => {
      const [angle, reach] = [random.between(0, Math.PI * 2), Math.sqrt(random.between(0, 1)) * 0.24];
      return moved(
        turned(
          turned(cylinder(0.016, 0.022, material, 0.006, 10), 'x', random.between(0, 90)),
          'z',
          random.between(0, 180),
        ),
        Math.cos(angle) * reach,
        Math.sin(angle) * reach,
        0.02 + 0.17 * (1 - (reach / 0.24) ** 1.4),
      );
    });
    return together(
      lathe(
        [
          [0.25, 0],
          [0.16, 0.09],
          [0.07, 0.16],
          [0, 0.185],
        ],
        { ...satin(tint, speckled(70, 0.3)), gloss: 0.3 },
        36,
      ),
      ...grains,
    );
  };
  const dish = (tint: string): Model =>
    together(
      lathe(
        [
          [0, 0],
          [0.27, 0],
          [0.29, 0.06],
          [0.275, 0.06],
          [0.26, 0.015],
          [0, 0.015],
        ],
        satin('#cfd6da'),
        48,
      ),
      moved(heap(tint), 0, 0, 0.012),
    );
  const model =
    variant === 'colour'
      ? inGrid(3, 2, (column, row) =>
          moved(dish(tints[column + row * 3] ?? '#c8402f'), column * 0.64 + row * 0.2, row * 0.6),
        )
      : inGrid(2, 2, (column, row) =>
          moved(dish(tints[column + row * 2] ?? '#f4f5f3'), column * 0.66 + row * 0.2, row * 0.62),
        );
  return studio(model, random, ['slate', 'sky', 'sand'], { azimuth: 14, elevation: 32 });
};

/** Steel silos for grain. */
const grainSilo: SceneBuilder = (random) => {
  const sheet = {
    ...rough('#c8ced3'),
    pattern: (_x: number, _y: number, z: number) => 1 - 0.2 * (0.5 + 0.5 * Math.sin(z * 95)),
  };
  const silo = (height: number): Model =>
    together(
      cylinder(0.62, height, sheet, 0.01, 72),
      moved(
        lathe(
          [
            [0.66, 0],
            [0.64, 0.02],
            [0.1, 0.3],
            [0, 0.31],
          ],
          rough('#d5dade'),
          72,
        ),
        0,
        0,
        height,
      ),
      moved(cylinder(0.1, 0.12, rough('#b9c0c6')), 0, 0, height + 0.28),
      ...Array.from({ length: 12 }, (_, index) =>
        turned(moved(box(0.03, 0.05, height, rough('#aab2b9'), 0.006), 0, -0.63), 'z', index * 30),
      ),
      moved(box(0.3, 0.1, 0.5, satin('#5b6b5a'), 0.01), 0, -0.62, 0),
    );
  const ladder = (height: number): Model =>
    together(
      ...[-1, 1].map((side) => moved(cylinder(0.012, height, metal('#e0b030'), 0.003, 10), side * 0.07, -0.68)),
      ...Array.from({ length: Math.floor(height / 0.1) }, (_, index) =>
        moved(turned(cylinder(0.008, 0.14, metal('#e0b030'), 0.002, 8), 'y', 90), -0.07, -0.68, 0.06 + index * 0.1),
      ),
    );
  const unit = (height: number) => together(silo(height), turned(ladder(height), 'z', 40));
  return {
    ...studio(
      together(moved(unit(1.9), -1.4, 0.3), moved(unit(2.2), 0, 0), moved(unit(1.9), 1.4, 0.3)),
      random,
      ['sky'],
      { azimuth: 18, elevation: 9 },
    ),
    floor: '#c9b487',
    ground: cloudy('#b9a271', 1.4, 0.45),
  };
};

/** Rolls of hose and pipe for irrigation. */
const irrigationHose: SceneBuilder = (random) => {
  const hose = satin('#26282c');
  const stripe = satin('#3a9a5a');
  const coil = (radius: number): Model =>
    Array.from({ length: 40 }, (_, index) => index).flatMap((index) => {
      const [layer, turn] = [index % 8, Math.floor(index / 8)];
      const ring = Array.from(
        { length: 49 },
        (_, step) =>
          [
            Math.cos((step / 48) * Math.PI * 2) * (radius - turn * 0.034),
            Math.sin((step / 48) * Math.PI * 2) * (radius - turn * 0.034),
            0.018 + layer * 0.034 + random.between(-0.002, 0.002),
          ] as const,
      );
      return bar(ring, 0.017, index % 8 === 7 && turn % 2 === 0 ? stripe : hose, 8);
    });
  const emitters = Array.from({ length: 5 }, (_, index) =>
    moved(
      together(cylinder(0.03, 0.03, satin('#2f6fb0')), moved(cylinder(0.012, 0.05, satin('#2f6fb0')), 0, 0, 0.03)),
      -0.5 + index * 0.14,
      -0.75 + random.between(-0.04, 0.04),
    ),
  );
  return studio(
    together(
      moved(coil(0.5), -0.1, 0.1),
      moved(coil(0.42), -0.06, 0.1, 0.28),
      moved(turned(turned(coil(0.46), 'x', 80), 'z', 20), 0.95, 0.45, 0.46),
      ...emitters,
    ),
    random,
    ['sage', 'sand', 'mint'],
    { azimuth: 16, elevation: 26 },
  );
};

/** Trays with seedlings. */
const seedTrays: SceneBuilder = (random) => {
  const leaf = ['#5c9a3c', '#6fae45', '#4d8735'];
  const tray = (): Model => {
    const cells = inGrid(7, 4, (column, row) =>
      moved(
        lathe(
          [
            [0.038, 0],
            [0.03, 0.008],
            [0, 0.01],
          ],
          matte('#5a3d28', speckled(80, 0.5)),
          16,
        ),
        (column - 3) * 0.09,
        (row - 1.5) * 0.09,
        0.088,
      ),
    );
    const plants = inGrid(7, 4, (column, row) => {
      const size = random.between(0.75, 1.2);
      const stem = bar(
        [
          [0, 0, 0],
          [0.004, 0, 0.06 * size],
          [0.008, 0, 0.1 * size],
        ],
        0.005,
        matte('#7fb84e'),
        6,
      );
      const leaves = [0, 1, 2, 3].map((index) =>
        turned(
          moved(
            turned(
              scaled(cushion(0.09, 0.045, 0.012, satin(random.pick(leaf)), { boxy: 0.9, flat: 0.9 }), size),
              'y',
              -24,
            ),
            0.045,
            0,
            0.06 + index * 0.012 * size,
          ),
          'z',
          index * 92 + random.between(-20, 20),
        ),
      );
      return moved(together(stem, ...leaves), (column - 3) * 0.09, (row - 1.5) * 0.09, 0.09);
    });
    return together(box(0.68, 0.42, 0.09, satin('#2c2f33'), 0.012), cells, plants);
  };
  return studio(
    together(
      moved(tray(), -0.2, 0),
      moved(turned(tray(), 'z', 4), 0.1, 0.5),
      moved(turned(tray(), 'z', -6), 0.62, -0.1),
    ),
    random,
    ['cream', 'sand', 'mint'],
    { azimuth: 16, elevation: 30 },
  );
};

export const buildingMaterials = {
  tiles,
  timber,
  bricks,
  windowFrames,
  insulationRolls,
  paintBuckets,
  drums,
  ibc,
  bigBags,
  granules,
  grainSilo,
  irrigationHose,
  seedTrays,
};
