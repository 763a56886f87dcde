import type { Random } from '../../random.ts';
import { glass, glossy, matte, metal, noise, satin, speckled, woodGrain, woven, type Material } from '../materials.ts';
import {
  ball,
  bar,
  box,
  cushion,
  cylinder,
  lathe,
  moved,
  pipe,
  prism,
  scaled,
  torus,
  turned,
  type Flat,
  type Model,
  type Point,
} from '../shapes.ts';
import { inGrid, studio, together, type SceneBuilder } from '../stage.ts';

const CLOTHS: Readonly<Record<string, readonly string[]>> = {
  linen: ['#d9cdb8', '#b9b3a2', '#8fa3a0', '#c7a58d', '#6f7f86', '#e6dfd0'],
  denim: ['#2c3e5e', '#344a70', '#26344f', '#1f2630', '#3d5680'],
  earth: ['#9c6b4f', '#c08a5c', '#6f5a48', '#d9b68c', '#7d6b58'],
  navy: ['#26345c', '#2f3f6b', '#1f2b4d'],
};
const BRIGHT = ['#c65b4a', '#3f7f8c', '#e0ab4f', '#5b6aa8', '#7fa06a', '#d98fa0'];

/** Rolls of cloth; the variant names their colours. */
const fabricRolls: SceneBuilder = (random, variant) => {
  const colors = CLOTHS[variant] ?? BRIGHT;
  const roll = (color: string): Model => {
    const cloth = matte(color, woven(variant === 'denim' ? 90 : 130, 0.2));
    const side = matte(color, (x, y) => 1 - 0.3 * (0.5 + 0.5 * Math.sin(Math.hypot(x, y) * 420)));
    const radius = random.between(0.15, 0.18);
    const body = together(
      lathe(
        [
          [radius, 0],
          [radius, 1.5],
        ],
        cloth,
        56,
      ),
      lathe(
        [
          [0.05, 0],
          [radius, 0],
        ],
        side,
        56,
      ),
      lathe(
        [
          [radius, 1.5],
          [0.05, 1.5],
        ],
        side,
        56,
      ),
      pipe(0.055, 0.04, 1.52, matte('#b08c5e'), 32),
    );
    const end = moved(box(1.5, 0.012, 0.12, cloth, 0.004), 0.75, -radius + 0.006, -0.12);
    return together(moved(turned(body, 'y', 90), 0, 0, 0), end);
  };
  const layers = [4, 3, 2].flatMap((count, layer) =>
    Array.from({ length: count }, (_, column) =>
      moved(
        turned(roll(random.pick(colors)), 'x', random.between(-20, 20)),
        random.between(-0.04, 0.04),
        (column - (count - 1) / 2) * 0.37,
        0.19 + layer * 0.31,
      ),
    ).flat(),
  );
  return studio(turned(layers, 'z', 90), random, ['cream', 'stone', 'sage', 'sky'], { azimuth: 30, elevation: 20 });
};

/** Folded clothes in piles; "towel": towels. */
const foldedShirts: SceneBuilder = (random, variant) => {
  const isTowel = variant === 'towel';
  const colors = isTowel ? ['#f4f2ec', '#e9e5da', '#f7f6f2'] : (CLOTHS[variant] ?? BRIGHT);
  const height = isTowel ? 0.09 : 0.055;
  const folded = (color: string): Model => {
    const cloth = matte(color, isTowel ? (x, y, z) => 1 - 0.28 * noise(x * 90, y * 90, z * 90) : woven(170, 0.12));
    const [width, depth] = isTowel ? [0.62, 0.42] : [0.5, 0.44];
    const seed = random.between(0, 30);
    const halves = [0, 1].flatMap((half) =>
      moved(
        cushion(width, depth, height * 0.62, cloth, {
          boxy: 0.16,
          flat: 0.34,
          bumps: (u, v) => 0.025 * (noise(u * 3 + seed, v * 4, half) - 0.5),
        }),
        0,
        half * 0.004,
        half * height * 0.46,
      ),
    );
    const collar = isTowel
      ? []
      : together(
          moved(turned(box(0.17, 0.05, 0.03, cloth, 0.012), 'z', 24), -0.07, -0.16, height),
          moved(turned(box(0.17, 0.05, 0.03, cloth, 0.012), 'z', -24), 0.07, -0.16, height),
          ...[0, 1, 2].map((index) =>
            moved(cylinder(0.009, 0.008, satin('#f2efe8'), 0.002, 14), 0, -0.1 + index * 0.1, height * 1.02),
          ),
        );
    return together(halves, collar);
  };
  const pile = (count: number): Model => {
    const color = random.pick(colors);
    return Array.from({ length: count }, (_, index) =>
      moved(
        turned(folded(isTowel || random.chance(0.6) ? random.pick(colors) : color), 'z', random.between(-2.5, 2.5)),
        0,
        0,
        index * height * 0.98,
      ),
    ).flat();
  };
  const model = together(
    moved(pile(random.whole(5, 8)), -0.62, 0.12),
    moved(pile(random.whole(4, 7)), 0, 0.18),
    moved(pile(random.whole(3, 6)), 0.62, 0.1),
    isTowel
      ? moved(
          turned(
            cylinder(
              0.14,
              0.5,
              matte('#f4f2ec', (x, y, z) => 1 - 0.28 * noise(x * 90, y * 90, z * 90)),
              0.05,
            ),
            'y',
            90,
          ),
          -0.3,
          -0.42,
          0.14,
        )
      : [],
  );
  return studio(model, random, ['sand', 'blush', 'mint', 'sky'], { azimuth: 18, elevation: 24 });
};

/** Clothes on a rail; "workwear": high-visibility jackets. */
const garmentRail: SceneBuilder = (random, variant) => {
  const steel = metal('#b9c0c7');
  const rail = together(
    bar(
      [
        [-1, 0, 0.04],
        [-1, 0, 1.5],
        [1, 0, 1.5],
        [1, 0, 0.04],
      ],
      0.022,
      steel,
    ),
    ...[-1, 1].map((side) => moved(box(0.06, 0.6, 0.04, steel), side, 0)),
  );
  const outline: Flat[] = [
    [-0.3, 0],
    [0.3, 0],
    [0.3, 0.46],
    [0.42, 0.1],
    [0.52, 0.15],
    [0.4, 0.66],
    [0.14, 0.8],
    [-0.14, 0.8],
    [-0.4, 0.66],
    [-0.52, 0.15],
    [-0.42, 0.1],
    [-0.3, 0.46],
  ];
  const garment = (index: number): Model => {
    const color = variant === 'workwear' ? '#f0742b' : (BRIGHT[index % BRIGHT.length] ?? '#5b6aa8');
    const cloth = matte(
      color,
      variant === 'workwear'
        ? (x, y) =>
            Math.abs(y - 0.2) < 0.035 || Math.abs(y - 0.36) < 0.035
              ? [0.8, 0.82, 0.84]
              : y < 0.12 && Math.abs(x) < 0.31
                ? [0.03, 0.05, 0.12]
                : 1
        : woven(120, 0.14),
    );
    const body = moved(turned(scaled(prism(outline, 0.11, cloth), 0.9, 1, 1), 'x', 90), 0, 0.055, 0.52);
    const hook = bar(
      [
        [0, 0, 1.3],
        [0, 0, 1.42],
        [0.03, 0, 1.49],
        [0, 0, 1.53],
        [-0.03, 0, 1.51],
      ],
      0.009,
      steel,
      8,
    );
    return turned(together(body, hook), 'z', 62 + random.between(-5, 5));
  };
  const count = 8;
  const model = together(
    rail,
    ...Array.from({ length: count }, (_, index) => moved(garment(index), -0.75 + (index * 1.5) / (count - 1), 0)),
  );
  return studio(model, random, ['stone', 'cream', 'sky'], { azimuth: 22, elevation: 10 });
};

/** Cones of yarn; "colour": dyed. */
const yarnCones: SceneBuilder = (random, variant) => {
  const colors = variant === 'colour' ? BRIGHT : ['#f2ecdd', '#eee5d0', '#f6f2e7'];
  const cone = (): Model => {
    const yarn = matte(
      random.pick(colors),
      (x, y, z) =>
        1 - 0.22 * (0.5 + 0.5 * Math.sin(z * 230 + Math.atan2(y, x) * 2)) - 0.08 * noise(x * 30, y * 30, z * 30),
    );
    return together(
      lathe(
        [
          [0.1, 0.02],
          [0.17, 0.03],
          [0.18, 0.07],
          [0.13, 0.36],
          [0.11, 0.4],
          [0.06, 0.4],
        ],
        yarn,
        52,
      ),
      lathe(
        [
          [0.1, 0],
          [0.045, 0.45],
          [0.035, 0.45],
          [0.09, 0],
        ],
        matte('#7a8f5a'),
        32,
      ),
    );
  };
  const model = together(
    inGrid(4, 3, (column, row) => moved(cone(), column * 0.4 + (row % 2) * 0.2, row * 0.36)),
    inGrid(2, 1, (column) =>
      moved(turned(turned(cone(), 'x', 90), 'z', 40 - column * 70), 0.25 + column * 0.7, -0.36, 0.17),
    ),
  );
  return studio(model, random, ['sage', 'sky', 'blush', 'sand'], { azimuth: 18, elevation: 22 });
};

/** Carrier bags of paper; "canvas": cloth bags. */
const paperBags: SceneBuilder = (random, variant) => {
  const isCanvas = variant === 'canvas';
  const bag = (width: number, height: number): Model => {
    const depth = width * 0.42;
    const paper = matte(isCanvas ? '#ebe2cf' : '#c89d68', isCanvas ? woven(170, 0.14) : speckled(70, 0.12));
    const print = isCanvas ? '#2b2140' : '#23395b';
    const handle = (y: number): Model =>
      bar(
        Array.from({ length: 15 }, (_, index): Point => [
          Math.cos((index / 14) * Math.PI) * width * 0.2,
          y,
          height * 0.94 + Math.sin((index / 14) * Math.PI) * (isCanvas ? 0.3 : 0.14),
        ]),
        isCanvas ? 0.016 : 0.009,
        matte(isCanvas ? '#ddd2ba' : '#b98d58'),
        8,
      );
    return together(
      ...[-1, 1].map((side) => moved(box(width, 0.008, height, paper, 0.003), 0, (side * depth) / 2)),
      ...[-1, 1].map((side) => moved(box(0.008, depth, height, paper, 0.003), (side * width) / 2, 0)),
      box(width, depth, 0.01, paper, 0.003),
      moved(
        turned(cylinder(width * 0.17, 0.004, matte(print), 0.001, 40), 'x', 90),
        0,
        -depth / 2 - 0.002,
        height * 0.52,
      ),
      moved(box(width * 0.42, 0.004, 0.02, matte(print), 0.001), 0, -depth / 2 - 0.004, height * 0.24),
      handle(-depth / 2 + 0.012),
      handle(depth / 2 - 0.012),
    );
  };
  const model = together(
    moved(turned(bag(0.62, 0.72), 'z', 12), -0.3, 0.3),
    moved(turned(bag(0.5, 0.56), 'z', -14), 0.4, 0.18),
    moved(turned(bag(0.34, 0.42), 'z', 8), -0.42, -0.28),
    moved(turned(bag(0.28, 0.34), 'z', -6), 0.16, -0.34),
  );
  return studio(model, random, ['blush', 'mint', 'cream', 'sky'], { azimuth: 16, elevation: 16 });
};

const woodOf = (random: Random, variant: string): Material =>
  satin(
    variant === 'dark' ? '#5e4330' : variant === 'teak' ? '#a5733f' : random.pick(['#cda26b', '#d4ab76', '#c59a63']),
    woodGrain(0.32),
  );

/** Dining chairs with woven seats; "dark": smoked; "rattan": lounge chairs. */
const chair: SceneBuilder = (random, variant) => {
  const isRattan = variant === 'rattan';
  const wood = isRattan ? satin('#b88452', woven(60, 0.24)) : woodOf(random, variant);
  const cord = matte('#e3d5b5', (x, y) => 1 - 0.26 * (0.5 + 0.5 * Math.sin((Math.abs(x) > Math.abs(y) ? x : y) * 210)));
  const one = (): Model => {
    const legs = together(
      ...[-1, 1].flatMap((side) => [
        bar(
          [
            [side * 0.24, -0.22, 0.46],
            [side * 0.255, -0.235, 0],
          ],
          0.02,
          wood,
        ),
        bar(
          [
            [side * 0.23, 0.32, 0.0],
            [side * 0.22, 0.24, 0.46],
            [side * 0.21, 0.27, 0.7],
            [side * 0.2, 0.33, 0.9],
          ],
          0.021,
          wood,
        ),
      ]),
    );
    const rails = together(
      ...[0.18, 0.4].flatMap((z) =>
        [-1, 1].map((side) =>
          bar(
            [
              [side * 0.245, -0.225, z],
              [side * 0.225, 0.26, z],
            ],
            0.013,
            wood,
          ),
        ),
      ),
      bar(
        [
          [-0.24, -0.225, 0.4],
          [0.24, -0.225, 0.4],
        ],
        0.014,
        wood,
      ),
      bar(
        [
          [-0.22, 0.25, 0.4],
          [0.22, 0.25, 0.4],
        ],
        0.014,
        wood,
      ),
    );
    const seat = moved(
      cushion(0.52, 0.5, 0.06, isRattan ? matte('#f0ead9') : cord, { boxy: 0.2, flat: 0.4 }),
      0,
      0.02,
      0.43,
    );
    const arc = (z: number, y: number): Model =>
      bar(
        Array.from({ length: 11 }, (_, index): Point => [
          -0.21 + index * 0.042,
          y + Math.sin((index / 10) * Math.PI) * 0.05,
          z + Math.sin((index / 10) * Math.PI) * 0.02,
        ]),
        0.02,
        wood,
      );
    const back = isRattan
      ? together(
          arc(0.92, 0.34),
          ...Array.from({ length: 9 }, (_, index) =>
            bar(
              [
                [-0.18 + index * 0.045, 0.26, 0.46],
                [-0.18 + index * 0.045, 0.36, 0.92],
              ],
              0.009,
              wood,
              8,
            ),
          ),
        )
      : together(arc(0.86, 0.32), moved(arc(0.72, 0.285), 0, 0));
    return together(legs, rails, seat, back);
  };
  const model = together(
    moved(turned(one(), 'z', 24), -0.42, 0.1),
    moved(turned(one(), 'z', random.pick([-32, 150])), 0.46, -0.05),
    random.chance(0.4) ? moved(turned(one(), 'z', 10), 0.1, 0.75) : [],
  );
  return studio(model, random, ['cream', 'sage', 'blush', 'stone'], { azimuth: 18, elevation: 14 });
};

/** A table, laid for coffee. */
const table: SceneBuilder = (random, variant) => {
  const wood = woodOf(random, variant);
  const round = variant === 'teak' || random.chance(0.5);
  const top = round
    ? moved(turned(scaled(cylinder(0.62, 0.04, wood, 0.012, 72), 1, 1, 1), 'z', 20), 0, 0, 0.72)
    : moved(box(1.7, 0.85, 0.045, wood, 0.012), 0, 0, 0.72);
  const reach: readonly [number, number] = round ? [0.42, 0.42] : [0.74, 0.34];
  const legs = [-1, 1].flatMap((a) =>
    [-1, 1].flatMap((b) =>
      bar(
        [
          [a * reach[0], b * reach[1], 0.73],
          [a * (reach[0] + 0.05), b * (reach[1] + 0.04), 0],
        ],
        0.032,
        wood,
        18,
      ),
    ),
  );
  const cup = together(
    lathe(
      [
        [0, 0],
        [0.04, 0],
        [0.05, 0.09],
        [0.045, 0.09],
        [0.036, 0.01],
      ],
      satin('#f3efe6'),
      32,
    ),
    moved(cylinder(0.044, 0.003, matte('#5a3620'), 0.001), 0, 0, 0.075),
    moved(cylinder(0.085, 0.01, satin('#f3efe6')), 0, 0, -0.01),
  );
  const vase = together(
    lathe(
      [
        [0, 0],
        [0.07, 0],
        [0.1, 0.1],
        [0.06, 0.2],
        [0.045, 0.26],
        [0.055, 0.28],
      ],
      satin('#7d8f86'),
      40,
    ),
    ...Array.from({ length: 6 }, (_, index) =>
      bar(
        [
          [0, 0, 0.2],
          [Math.cos(index) * 0.04, Math.sin(index) * 0.04, 0.4],
          [Math.cos(index) * 0.13, Math.sin(index) * 0.13, 0.55],
        ],
        0.005,
        matte('#6f8f4e'),
        6,
      ),
    ),
    ...Array.from({ length: 6 }, (_, index) =>
      moved(ball(0.028, matte('#e7c95a'), 12), Math.cos(index) * 0.13, Math.sin(index) * 0.13, 0.53),
    ),
  );
  const model = together(
    top,
    legs,
    moved(cup, -0.25, -0.16, 0.77),
    moved(cup, 0.22, 0.12, 0.77),
    moved(vase, 0.02, 0.06, 0.765),
  );
  return studio(model, random, ['blush', 'cream', 'mint', 'sage'], { azimuth: 24, elevation: 18 });
};

/** A sofa; "rattan": for terraces. */
const sofa: SceneBuilder = (random, variant) => {
  const isRattan = variant === 'rattan';
  const cloth = matte(
    isRattan ? '#efe8d8' : random.pick(['#3f6f74', '#b5694a', '#6a7fa0', '#7f8f5f', '#c9a24f']),
    (x, y, z) => 1 - 0.14 * noise(x * 60, y * 60, z * 60),
  );
  const frame = isRattan ? satin('#b4814f', woven(50, 0.28)) : cloth;
  const soft = (width: number, depth: number, height: number) =>
    cushion(width, depth, height, cloth, { boxy: 0.2, flat: 0.36, bumps: (u, v) => 0.02 * noise(u * 2, v * 3, 4) });
  const model = together(
    moved(box(1.9, 0.86, 0.24, frame, 0.05), 0, 0, 0.14),
    moved(box(1.9, 0.2, 0.62, frame, 0.08), 0, 0.36, 0.2),
    ...[-1, 1].map((side) => moved(box(0.2, 0.9, 0.44, frame, 0.08), side * 0.95, 0, 0.14)),
    ...[-1, 1].map((side) => moved(soft(0.86, 0.7, 0.18), side * 0.43, -0.06, 0.37)),
    ...[-1, 1].map((side) => moved(turned(soft(0.84, 0.18, 0.46), 'x', -12), side * 0.43, 0.2, 0.52)),
    moved(
      turned(
        turned(cushion(0.4, 0.12, 0.38, matte('#e6c36a', woven(90, 0.14)), { boxy: 0.4, flat: 0.6 }), 'x', -18),
        'z',
        12,
      ),
      -0.6,
      0.02,
      0.55,
    ),
    ...[-1, 1].flatMap((a) => [-1, 1].map((b) => moved(cylinder(0.025, 0.15, satin('#7a5638')), a * 0.85, b * 0.34))),
  );
  return studio(model, random, ['cream', 'blush', 'stone', 'sage'], { azimuth: 24, elevation: 14 });
};

/** A wardrobe; "white": lacquered. */
const wardrobe: SceneBuilder = (random, variant) => {
  const board = variant === 'white' ? satin('#eeece6') : satin('#caa06c', woodGrain(0.22));
  const inside = satin('#e6d6ba', woodGrain(0.16));
  const model = together(
    ...[-0.74, 0, 0.74].map((x) => moved(box(0.03, 0.6, 2.1, board, 0.004), x, 0, 0.05)),
    moved(box(1.51, 0.6, 0.03, board, 0.004), 0, 0, 2.13),
    moved(box(1.51, 0.6, 0.06, board, 0.004), 0, 0),
    moved(box(1.5, 0.012, 2.1, inside, 0.003), 0, 0.29, 0.05),
    moved(box(0.72, 0.03, 2.06, board, 0.006), 0.37, -0.315, 0.07),
    moved(box(0.02, 0.04, 0.4, satin('#2a2d31')), 0.07, -0.345, 0.95),
    moved(turned(moved(box(0.72, 0.03, 2.06, board, 0.006), 0.36, 0), 'z', -112), -0.73, -0.31, 0.07),
    moved(turned(cylinder(0.014, 0.7, metal('#c0c6cc')), 'y', 90), -0.72, 0, 1.86),
    ...[0.4, 0.66].map((z) => moved(box(0.7, 0.55, 0.02, inside, 0.003), -0.37, 0.01, z)),
    ...Array.from({ length: 5 }, (_, index) =>
      moved(box(0.05, 0.42, 0.85, matte(BRIGHT[index] ?? '#888888'), 0.02), -0.62 + index * 0.11, 0, 0.98),
    ),
    moved(box(0.5, 0.36, 0.16, matte('#e3d6c2')), -0.37, 0, 0.42),
    moved(box(0.42, 0.34, 0.12, matte('#9cb0a8')), -0.37, 0, 0.68),
  );
  return studio(model, random, ['cream', 'mint', 'blush'], { azimuth: 24, elevation: 10, fill: 0.88 });
};

/** A hotel bed with its head board. */
const bed: SceneBuilder = (random) => {
  const linen = matte('#f5f3ee', (x, y, z) => 1 - 0.06 * noise(x * 9, y * 9, z * 9));
  const oak = satin('#b98d5c', woodGrain(0.26));
  const accent = matte(random.pick(['#5f7f7a', '#7a5b4a', '#4f6484']), woven(120, 0.14));
  const model = together(
    moved(box(1.9, 0.08, 1.15, oak, 0.02), 0, 1.05),
    ...[-0.6, 0, 0.6].map((x) => moved(cushion(0.58, 0.12, 0.56, accent, { boxy: 0.14, flat: 0.3 }), x, 0.98, 0.52)),
    moved(box(1.8, 2.05, 0.26, oak, 0.03), 0, 0, 0.08),
    moved(cushion(1.8, 2.02, 0.3, linen, { boxy: 0.12, flat: 0.24 }), 0, 0, 0.32),
    moved(
      cushion(1.9, 1.35, 0.14, linen, { boxy: 0.14, flat: 0.3, bumps: (u, v) => 0.02 * noise(u * 4, v * 5, 2) }),
      0,
      -0.36,
      0.54,
    ),
    moved(cushion(1.93, 0.55, 0.15, accent, { boxy: 0.12, flat: 0.3 }), 0, -0.72, 0.545),
    ...[-0.45, 0.45].map((x) =>
      moved(turned(cushion(0.72, 0.2, 0.46, linen, { boxy: 0.4, flat: 0.6 }), 'x', -28), x, 0.72, 0.6),
    ),
    ...[-1, 1].flatMap((side) => [
      moved(box(0.42, 0.4, 0.45, oak, 0.02), side * 1.2, 0.8),
      moved(
        together(
          cylinder(0.08, 0.02, metal('#c9a75a')),
          cylinder(0.012, 0.3, metal('#c9a75a')),
          moved(
            lathe(
              [
                [0.15, 0],
                [0.1, 0.18],
              ],
              satin('#f6ead0'),
              32,
            ),
            0,
            0,
            0.26,
          ),
        ),
        side * 1.2,
        0.8,
        0.45,
      ),
    ]),
  );
  return studio(model, random, ['stone', 'cream', 'mint'], { azimuth: 30, elevation: 22 });
};

/** Desks for offices. */
const deskOffice: SceneBuilder = (random, variant) => {
  const top = variant === 'white' ? satin('#f0efec') : satin('#d6b482', woodGrain(0.2));
  const frame = satin(variant === 'white' ? '#d9dcdf' : '#2f3439');
  const one = (): Model =>
    together(
      moved(box(1.6, 0.8, 0.03, top, 0.006), 0, 0, 0.74),
      ...[-0.6, 0.6].flatMap((x) => [
        moved(box(0.09, 0.06, 0.72, frame), x, 0.02),
        moved(box(0.08, 0.7, 0.035, frame), x, 0),
      ]),
      moved(box(1.1, 0.05, 0.04, frame), 0, 0.02, 0.7),
      moved(box(1.6, 0.04, 0.42, matte('#6f8f8a', speckled(60, 0.16)), 0.012), 0, 0.41, 0.72),
      moved(box(0.6, 0.02, 0.36, glossy('#23282e'), 0.008), 0, 0.2, 0.92),
      moved(box(0.06, 0.03, 0.2, frame), 0, 0.22, 0.77),
      moved(box(0.24, 0.16, 0.012, frame), 0, 0.2, 0.77),
      moved(box(0.42, 0.14, 0.014, satin('#e4e6e8')), 0, -0.12, 0.77),
      moved(cylinder(0.035, 0.09, satin('#c8553d')), 0.5, -0.1, 0.77),
    );
  const seat = together(
    moved(cushion(0.5, 0.5, 0.1, matte('#3a4a5a'), { boxy: 0.3 }), 0, 0, 0.44),
    moved(turned(cushion(0.46, 0.08, 0.6, matte('#3a4a5a'), { boxy: 0.3, flat: 0.4 }), 'x', 8), 0, -0.26, 0.58),
    moved(cylinder(0.03, 0.36, frame), 0, 0, 0.08),
    ...[0, 72, 144, 216, 288].map((angle) => turned(moved(box(0.3, 0.04, 0.03, frame), 0.16, 0, 0.05), 'z', angle)),
  );
  return studio(
    together(one(), moved(one(), 1.75, 0), moved(seat, 0, -0.6), moved(turned(seat, 'z', 24), 1.7, -0.62)),
    random,
    ['stone', 'cream', 'sky'],
    { azimuth: 26, elevation: 16 },
  );
};

/** Pendant lamps; "brass": with brass parts. */
const lampPendant: SceneBuilder = (random, variant) => {
  const fitting = variant === 'brass' ? metal('#d0a552') : satin('#2b2e33');
  const shade = (size: number, color: string, clear: number): Model =>
    together(
      moved(ball(size, clear > 0 ? glass(color, clear) : { ...glossy(color), gloss: 0.7 }, 44), 0, 0, 0),
      moved(ball(size * 0.32, { ...matte('#fff1cc'), color: [2.2, 1.9, 1.3] }, 24), 0, 0, size * 0.7),
      moved(cylinder(size * 0.22, size * 0.34, fitting), 0, 0, size * 1.94),
      moved(cylinder(0.008, 0.75, matte('#2b2e33'), 0.002, 10), 0, 0, size * 2.2),
    );
  const model = together(
    moved(shade(0.3, '#f4f0e6', 0), -0.62, 0, 0.35),
    moved(shade(0.24, '#5b5f66', 0.55), 0.02, -0.12, 0.12),
    moved(shade(0.2, variant === 'brass' ? '#b98a3a' : '#e9dcc2', variant === 'brass' ? 0.5 : 0), 0.6, 0.05, 0.5),
  );
  return studio(model, random, ['night', 'slate', 'sage'], { azimuth: 10, elevation: 4 });
};

/** Stoneware cups, bowls and plates; "sea": in blue glazes. */
const mugs: SceneBuilder = (random, variant) => {
  const glazes =
    variant === 'sea' ? ['#4f7f8f', '#2f5f73', '#7aa6a8', '#d9d2c0'] : ['#d8c3a0', '#7d8a6a', '#51565c', '#8fa3a6'];
  const glaze = (color: string): Material => ({
    ...satin(color, (x, y, z) => 1 - 0.3 * noise(x * 12, y * 12, z * 18) + (z < 0.03 ? 0.1 : 0)),
    gloss: 0.6,
  });
  const mug = (color: string): Model =>
    together(
      lathe(
        [
          [0, 0],
          [0.08, 0],
          [0.1, 0.03],
          [0.1, 0.2],
          [0.092, 0.2],
          [0.09, 0.03],
          [0, 0.02],
        ],
        glaze(color),
        44,
      ),
      bar(
        Array.from({ length: 13 }, (_, index): Point => [
          0.095 + Math.sin((index / 12) * Math.PI) * 0.07,
          0,
          0.05 + (index / 12) * 0.11,
        ]),
        0.013,
        glaze(color),
      ),
    );
  const bowl = (color: string): Model =>
    lathe(
      [
        [0, 0],
        [0.07, 0],
        [0.15, 0.06],
        [0.18, 0.13],
        [0.17, 0.13],
        [0.14, 0.065],
        [0, 0.015],
      ],
      glaze(color),
      52,
    );
  const plate = (color: string): Model =>
    lathe(
      [
        [0, 0],
        [0.15, 0],
        [0.26, 0.03],
        [0.255, 0.04],
        [0.15, 0.014],
        [0, 0.014],
      ],
      glaze(color),
      60,
    );
  const pick = (index: number) => glazes[index % glazes.length] ?? '#d8c3a0';
  const model = together(
    ...[0, 1, 2, 3, 4].map((index) => moved(plate(pick(index)), -0.45, 0.3, index * 0.022)),
    ...[0, 1, 2].map((index) => moved(bowl(pick(index + 1)), -0.45, 0.3, 0.12 + index * 0.05)),
    ...[0, 1, 2, 3].map((index) =>
      moved(
        turned(mug(pick(index)), 'z', random.between(-60, 20)),
        0.12 + (index % 2) * 0.3,
        -0.1 + Math.floor(index / 2) * 0.32,
      ),
    ),
    moved(mug(pick(2)), 0.27, 0.06, 0.2),
    moved(bowl(pick(3)), -0.12, -0.4),
    moved(turned(plate(pick(1)), 'x', 72), 0.78, 0.5, 0.25),
  );
  return studio(model, random, ['sand', 'blush', 'cream', 'stone'], { azimuth: 16, elevation: 22 });
};

/** Scented candles in glasses. */
const candles: SceneBuilder = (random, variant) => {
  const tint = variant === 'amber' ? '#a5651f' : '#6a7078';
  const one = (scale: number, isLit: boolean): Model =>
    scaled(
      together(
        lathe(
          [
            [0, 0],
            [0.12, 0],
            [0.13, 0.02],
            [0.13, 0.28],
            [0.122, 0.28],
            [0.12, 0.02],
          ],
          glass(tint, 0.5),
          44,
        ),
        cylinder(0.115, 0.19, satin('#f4ead6'), 0.01, 40),
        moved(cylinder(0.005, 0.05, matte('#3a332c'), 0.001, 8), 0, 0, 0.19),
        isLit
          ? moved(scaled(ball(0.02, { ...matte('#ffe2a0'), color: [3, 2.1, 0.8] }, 16), 0.8, 0.8, 1.9), 0, 0, 0.23)
          : [],
        lathe(
          [
            [0.1305, 0.08],
            [0.1315, 0.08],
            [0.1315, 0.19],
            [0.1305, 0.19],
          ],
          matte('#f3ecdf', (_x, _y, z) => (Math.abs(z - 0.15) < 0.006 ? 0.3 : 1)),
          44,
        ),
      ),
      scale,
    );
  const lid = together(cylinder(0.135, 0.03, satin('#c59a63', woodGrain()), 0.008));
  const model = together(
    moved(one(1, true), -0.34, 0.1),
    moved(one(1.25, true), 0.06, 0.28),
    moved(one(0.85, false), 0.4, 0.06),
    moved(turned(turned(lid, 'x', 70), 'z', -20), -0.08, -0.24, 0.13),
    moved(lid, 0.28, -0.26),
  );
  return studio(model, random, ['slate', 'blush', 'sand'], { azimuth: 14, elevation: 14 });
};

/** Wooden toys. */
const toys: SceneBuilder = (random) => {
  const paints = random.shuffle(['#d9573f', '#3f8fa3', '#e8b23f', '#6fa25a', '#c98fb0']);
  const paint = (index: number) => satin(paints[index % paints.length] ?? '#d9573f');
  const wood = satin('#dcb684', woodGrain(0.22));
  const wheel = moved(
    turned(together(cylinder(0.08, 0.05, wood), moved(cylinder(0.03, 0.012, paint(0)), 0, 0, 0.05)), 'x', 90),
    0,
    0,
    0.08,
  );
  const wagon = (index: number): Model =>
    together(
      moved(box(0.44, 0.26, 0.05, wood), 0, 0, 0.08),
      ...[-0.14, 0.14].flatMap((x) => [moved(wheel, x, -0.13), moved(wheel, x, 0.18)]),
      ...[-0.12, 0.02, 0.15].map((x, at) =>
        moved(box(0.12, 0.2, 0.1 + ((index + at) % 3) * 0.07, paint(index + at), 0.014), x, 0, 0.13),
      ),
    );
  const engine = together(
    moved(box(0.48, 0.26, 0.06, wood), 0, 0, 0.08),
    ...[-0.15, 0.15].flatMap((x) => [moved(wheel, x, -0.13), moved(wheel, x, 0.18)]),
    moved(turned(cylinder(0.1, 0.28, paint(1), 0.02), 'y', 90), -0.22, 0, 0.24),
    moved(box(0.17, 0.24, 0.3, paint(0), 0.015), 0.14, 0, 0.14),
    moved(box(0.22, 0.28, 0.035, wood), 0.14, 0, 0.44),
    moved(cylinder(0.035, 0.12, wood), -0.12, 0, 0.33),
  );
  const rings = together(
    cylinder(0.2, 0.04, wood),
    ...[0, 1, 2, 3, 4].map((index) =>
      moved(torus(0.15 - index * 0.02, 0.05 - index * 0.004, paint(index)), 0, 0, 0.04 + index * 0.085),
    ),
    moved(ball(0.06, paint(0)), 0, 0, 0.46),
  );
  const blocks = Array.from({ length: 6 }, (_, index) =>
    moved(
      turned(box(0.14, 0.14, 0.14, paint(index), 0.014), 'z', random.between(0, 80)),
      -0.55 + (index % 3) * 0.19,
      -0.55 - Math.floor(index / 3) * 0.2,
    ),
  ).concat([moved(turned(box(0.14, 0.14, 0.14, paint(2), 0.014), 'z', 30), -0.46, -0.64, 0.14)]);
  return studio(
    together(
      moved(engine, -0.62, 0),
      moved(wagon(0), -0.08, 0),
      moved(wagon(2), 0.42, 0),
      moved(rings, 0.5, -0.5),
      ...blocks,
    ),
    random,
    ['cream', 'sky', 'mint', 'blush'],
    { azimuth: 20, elevation: 22 },
  );
};

/** Creams and lotions. */
const cosmetics: SceneBuilder = (random, variant) => {
  const color = variant === 'white' ? '#f1eee9' : random.pick(['#d9a79a', '#9fb8a3', '#b7aec9']);
  const cap = { ...metal('#d8b98a'), gloss: 0.6 };
  const tube = (): Model =>
    together(
      cylinder(0.055, 0.07, cap),
      moved(
        scaled(
          lathe(
            [
              [0.055, 0],
              [0.075, 0.04],
              [0.075, 0.3],
            ],
            satin(color),
            40,
          ),
          1,
          1,
          1,
        ),
        0,
        0,
        0.07,
      ),
      moved(box(0.15, 0.012, 0.06, satin(color)), 0, 0, 0.38),
    );
  const pumpBottle = (): Model =>
    together(
      cylinder(0.1, 0.36, satin(color), 0.03, 44),
      moved(cylinder(0.045, 0.05, cap), 0, 0, 0.36),
      moved(cylinder(0.016, 0.07, cap), 0, 0, 0.41),
      moved(box(0.15, 0.045, 0.03, cap), -0.04, 0, 0.47),
      lathe(
        [
          [0.1005, 0.1],
          [0.1012, 0.1],
          [0.1012, 0.24],
          [0.1005, 0.24],
        ],
        matte('#fbf8f2', (_x, _y, z) => (Math.abs(z - 0.19) < 0.006 ? 0.5 : 1)),
        44,
      ),
    );
  const pot = (): Model =>
    together(
      cylinder(0.12, 0.1, { ...glass('#f2f0ea', 0.4) }, 0.02),
      moved(cylinder(0.1, 0.08, satin(color)), 0, 0, 0.01),
      moved(cylinder(0.123, 0.06, cap, 0.01), 0, 0, 0.1),
    );
  const plinth = moved(cylinder(0.34, 0.14, matte('#efe5d8'), 0.01, 64), 0, 0.2);
  const model = together(
    plinth,
    moved(pumpBottle(), 0, 0.22, 0.14),
    moved(tube(), -0.42, 0),
    moved(tube(), -0.26, -0.22),
    moved(pot(), 0.38, -0.12),
    moved(pot(), 0.1, -0.3),
    moved(pumpBottle(), 0.5, 0.3),
  );
  return studio(model, random, ['blush', 'sage', 'cream', 'lilac'], { azimuth: 14, elevation: 16 });
};

/** Presents. */
const giftBoxes: SceneBuilder = (random, variant) => {
  const papers = variant === 'red' ? ['#b3262e', '#8f1d28', '#c93a35'] : ['#8f1d28', '#c9973f', '#24433a'];
  const gold = { ...metal('#d9b04f'), gloss: 0.65 };
  const gift = (width: number, height: number, paper: string): Model =>
    together(
      box(width, width * 0.8, height, { ...satin(paper), gloss: 0.5 }, 0.012),
      moved(
        box(width * 1.04, width * 0.84, height * 0.26, { ...satin(paper), gloss: 0.5 }, 0.012),
        0,
        0,
        height * 0.76,
      ),
      moved(box(width * 1.05, 0.05, height * 1.03, gold, 0.004), 0, 0),
      moved(box(0.05, width * 0.85, height * 1.03, gold, 0.004), 0, 0),
      ...[-1, 1].map((side) =>
        moved(turned(scaled(torus(0.07, 0.018, gold, 32), 1.2, 0.8, 1), 'y', side * 50), side * 0.07, 0, height * 1.06),
      ),
    );
  const paper = (index: number) => papers[index % papers.length] ?? '#b3262e';
  const model = together(
    moved(gift(0.62, 0.3, paper(0)), -0.3, 0.2),
    moved(turned(gift(0.44, 0.22, paper(1)), 'z', 12), -0.32, 0.2, 0.31),
    moved(turned(gift(0.5, 0.36, paper(2)), 'z', -10), 0.42, 0.25),
    moved(turned(gift(0.34, 0.18, paper(0)), 'z', 20), 0.18, -0.32),
  );
  return studio(model, random, ['cream', 'sand', 'blush'], { azimuth: 20, elevation: 20 });
};

/** Potted plants. */
const plants: SceneBuilder = (random) => {
  const greens = ['#3f7a4a', '#4f8f4f', '#2f6a44', '#6aa358'];
  const pot = (size: number, color: string): Model =>
    lathe(
      [
        [0, 0],
        [size * 0.72, 0],
        [size, size * 1.5],
        [size * 0.9, size * 1.5],
        [size * 0.86, size * 1.36],
        [0, size * 1.34],
      ],
      satin(color, speckled(40, 0.1)),
      44,
    );
  const leafy = (size: number, count: number, height: number): Model =>
    Array.from({ length: count }, (_, index) => {
      const reach = random.between(0.35, 1) * size;
      const rise = height * random.between(0.55, 1);
      const blade = turned(
        turned(
          moved(
            scaled(cushion(0.34, 0.16, 0.012, satin(random.pick(greens)), { boxy: 0.9, flat: 0.9 }), size * 2.4),
            size * 0.42,
            0,
          ),
          'y',
          -random.between(-30, 35),
        ),
        'z',
        0,
      );
      return turned(
        together(
          bar(
            [
              [0, 0, 0],
              [reach * 0.4, 0, rise * 0.6],
              [reach, 0, rise],
            ],
            0.012,
            matte('#5a7a3f'),
            6,
          ),
          moved(blade, reach, 0, rise),
        ),
        'z',
        index * 137.5,
      );
    }).flat();
  const plant = (size: number, color: string, count: number, height: number): Model =>
    together(pot(size, color), moved(leafy(size * 1.6, count, height), 0, 0, size * 1.35));
  const model = together(
    moved(plant(0.26, random.pick(['#d9cbb8', '#c77d5a']), 16, 1.0), -0.6, 0.2),
    moved(plant(0.2, '#e8e4da', 13, 0.55), 0.1, -0.1),
    moved(plant(0.23, '#5a6a70', 15, 0.8), 0.75, 0.25),
  );
  return studio(model, random, ['cream', 'stone', 'blush'], { azimuth: 14, elevation: 12 });
};

/** Piles of books; "colour": picture books. */
const books: SceneBuilder = (random, variant) => {
  const covers = variant === 'colour' ? BRIGHT : ['#2f5d7c', '#d98e48', '#5a8a62', '#b5485a'];
  const page = matte('#f6f1e4', (_x, _y, z) => 1 - 0.14 * (0.5 + 0.5 * Math.sin(z * 900)));
  const book = (color: string): Model =>
    together(
      box(0.42, 0.58, 0.006, satin(color), 0.002),
      moved(box(0.4, 0.56, 0.03, page, 0.002), 0.005, 0, 0.006),
      moved(box(0.42, 0.58, 0.006, satin(color), 0.002), 0, 0, 0.036),
      moved(box(0.008, 0.58, 0.042, satin(color), 0.003), -0.208, 0),
      moved(box(0.2, 0.2, 0.003, matte('#fbf5e6'), 0.001), 0.02, 0.06, 0.041),
      moved(cylinder(0.06, 0.004, matte(random.pick(BRIGHT)), 0.001, 30), 0.02, 0.06, 0.043),
    );
  const pile = (count: number, color: string) =>
    Array.from({ length: count }, (_, index) =>
      moved(turned(book(color), 'z', random.between(-4, 4)), 0, 0, index * 0.043),
    ).flat();
  const cover = (index: number) => covers[index % covers.length] ?? '#2f5d7c';
  const model = together(
    moved(pile(9, cover(0)), -0.5, 0.2),
    moved(pile(7, cover(1)), 0.02, 0.26),
    moved(pile(11, cover(2)), 0.54, 0.22),
    moved(turned(book(cover(3)), 'z', 24), -0.3, -0.46),
    moved(turned(book(cover(1)), 'z', -14), 0.32, -0.48),
  );
  return studio(model, random, ['cream', 'mint', 'sky', 'sand'], { azimuth: 18, elevation: 28 });
};

/** Double desks for schools; "blue": with blue frames. */
const schoolDesks: SceneBuilder = (random, variant) => {
  const steel = satin(variant === 'blue' ? '#2f6aa3' : '#4a545e');
  const wood = satin('#d2a86e', woodGrain(0.24));
  const one = (): Model =>
    together(
      moved(turned(box(1.2, 0.45, 0.025, wood, 0.006), 'x', 5), 0, 0, 0.7),
      moved(box(1.15, 0.3, 0.015, wood, 0.004), 0, 0.02, 0.54),
      moved(box(1.2, 0.3, 0.025, wood, 0.006), 0, -0.6, 0.42),
      moved(box(1.2, 0.02, 0.2, wood, 0.006), 0, -0.74, 0.62),
      ...[-0.52, 0.52].flatMap((x) => [
        bar(
          [
            [x, 0.2, 0.71],
            [x, 0.24, 0.02],
            [x, -0.72, 0.02],
            [x, -0.72, 0.82],
          ],
          0.02,
          steel,
          12,
        ),
        bar(
          [
            [x, -0.16, 0.7],
            [x, -0.2, 0.03],
          ],
          0.018,
          steel,
          12,
        ),
        bar(
          [
            [x, -0.72, 0.42],
            [x, -0.46, 0.42],
          ],
          0.018,
          steel,
          12,
        ),
      ]),
    );
  return studio(
    inGrid(2, 3, (column, row) => moved(one(), column * 1.45, row * 1.35)),
    random,
    ['cream', 'sage', 'sky'],
    { azimuth: 150, elevation: 24 },
  );
};

/** Shelves of a shop with goods. */
const gondola: SceneBuilder = (random) => {
  const steel = satin('#59626b');
  const bay = (): Model =>
    together(
      moved(box(1, 0.03, 1.9, satin('#e4e6e7'), 0.006), 0, 0.2),
      ...[-0.5, 0.5].map((x) => moved(box(0.05, 0.05, 2, steel), x, 0.2)),
      ...[0.12, 0.55, 0.98, 1.41].flatMap((z, shelf) => [
        moved(box(0.98, 0.42, 0.03, steel, 0.006), 0, -0.02, z),
        moved(box(0.98, 0.01, 0.05, satin('#e9b03f'), 0.004), 0, -0.235, z - 0.01),
        ...Array.from({ length: 5 }, (_, index) => {
          const height = random.between(0.14, 0.3);
          return moved(
            shelf % 2
              ? cylinder(0.075, height, satin(random.pick(BRIGHT)))
              : box(0.15, 0.2, height, satin(random.pick(BRIGHT)), 0.01),
            -0.38 + index * 0.19,
            -0.06,
            z + 0.03,
          );
        }),
      ]),
      moved(box(1, 0.46, 0.12, steel), 0, -0.02),
    );
  return studio(together(bay(), moved(bay(), 1.02, 0), moved(bay(), 2.04, 0)), random, ['cream', 'sky', 'mint'], {
    azimuth: 24,
    elevation: 12,
  });
};

export const homeAndTextiles = {
  fabricRolls,
  foldedShirts,
  garmentRail,
  yarnCones,
  paperBags,
  chair,
  table,
  sofa,
  wardrobe,
  bed,
  deskOffice,
  lampPendant,
  mugs,
  candles,
  toys,
  cosmetics,
  giftBoxes,
  plants,
  books,
  schoolDesks,
  gondola,
};
