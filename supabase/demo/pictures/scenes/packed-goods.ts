import type { Random } from '../../random.ts';
import { banded, cloudy, glass, glossy, matte, noise, satin, speckled, woodGrain, woven } from '../materials.ts';
import { ball, bar, box, cushion, cylinder, lathe, moved, scaled, turned, type Model } from '../shapes.ts';
import { pallet, PALLET_TOP } from '../pallet.ts';
import { inGrid, studio, together, type SceneBuilder } from '../stage.ts';

function carton(width: number, depth: number, height: number, color: string, tape: string): Model {
  const board = matte(color, speckled(70, 0.1));
  const strip = satin(tape);
  return together(
    box(width, depth, height, board, 0.008),
    moved(box(width * 1.002, 0.05, 0.002, strip, 0.001), 0, 0, height),
    moved(box(0.002, 0.05, height * 0.28, strip, 0.001), width / 2, 0, height * 0.72),
    moved(box(0.002, 0.05, height * 0.28, strip, 0.001), -width / 2, 0, height * 0.72),
    moved(box(width * 0.34, 0.002, height * 0.34, satin('#f4f1ea'), 0.001), width * 0.22, -depth / 2, height * 0.2),
    moved(box(width * 0.24, 0.003, height * 0.03, matte('#4a4a4a'), 0.001), width * 0.22, -depth / 2, height * 0.42),
    moved(box(width * 0.28, 0.003, height * 0.03, matte('#4a4a4a'), 0.001), width * 0.22, -depth / 2, height * 0.34),
    ...[0, 1, 2, 3, 4, 5, 6].map((line) =>
      moved(
        box(width * 0.02, 0.003, height * 0.08, matte('#333333'), 0.001),
        width * (0.12 + line * 0.032),
        -depth / 2,
        height * 0.23,
      ),
    ),
  );
}

/** Boxes of corrugated board on a pallet; "mailer": small open and closed mailing boxes. */
const cartons: SceneBuilder = (random, variant) => {
  if (variant === 'mailer') return mailers(random);
  const color = random.pick(['#c79a63', '#bd8f5b', '#cfa670']);
  const layers = random.whole(2, 3);
  const boxes = inGrid(3, 2, (column, row) =>
    together(
      ...Array.from({ length: layers - (random.chance(0.3) ? 1 : 0) }, (_, layer) =>
        moved(
          turned(carton(0.37, 0.37, 0.3, color, '#d9b98a'), 'z', random.between(-1.5, 1.5)),
          (column - 1) * 0.39,
          (row - 0.5) * 0.39,
          PALLET_TOP + layer * 0.301,
        ),
      ),
    ),
  );
  const single = moved(turned(carton(0.4, 0.3, 0.26, color, '#d9b98a'), 'z', 24), random.pick([-1, 1]) * 0.95, -0.42);
  return studio(together(pallet(), boxes, single), random, ['sky', 'sage', 'stone', 'blush'], {
    azimuth: 30,
    elevation: 24,
  });
};

function mailers(random: Random) {
  const kraft = matte(random.pick(['#c89b66', '#d8b98a']), speckled(80, 0.1));
  const print = matte(random.pick(['#23395b', '#2f5d3a', '#8c2f39']));
  const mailer = (width: number, depth: number, height: number) =>
    together(
      box(width, depth, height, kraft, 0.01),
      moved(box(width * 0.98, 0.002, height * 0.02, matte('#8f6a3f'), 0.001), 0, -depth / 2, height * 0.8),
      moved(scaled(cylinder(0.05, 0.002, print), 1.6, 1, 1), 0, 0, height),
      moved(box(width * 0.3, 0.012, 0.002, print, 0.001), 0, -depth * 0.28, height),
    );
  const open = together(
    ...[-1, 1].map((side) => moved(box(0.008, 0.42, 0.15, kraft, 0.003), side * 0.3, 0)),
    ...[-1, 1].map((side) => moved(box(0.6, 0.008, 0.15, kraft, 0.003), 0, side * 0.21)),
    box(0.6, 0.42, 0.008, kraft, 0.003),
    moved(turned(box(0.6, 0.42, 0.008, kraft, 0.003), 'x', 68), 0, 0.29, 0.15),
    moved(
      cushion(0.52, 0.36, 0.14, matte('#f3ede2'), {
        boxy: 0.3,
        flat: 0.5,
        bumps: (u, v) => 0.05 * noise(u * 4, v * 6, 1),
      }),
      0,
      0,
      0.03,
    ),
  );
  const stack = together(
    mailer(0.62, 0.46, 0.17),
    moved(turned(mailer(0.5, 0.38, 0.13), 'z', 7), 0, 0, 0.171),
    moved(turned(mailer(0.36, 0.28, 0.1), 'z', -9), -0.02, 0, 0.302),
  );
  const side = random.pick([-1, 1]);
  return studio(
    together(moved(stack, side * 0.42, 0.1), moved(turned(open, 'z', side * -14), side * -0.42, -0.1)),
    random,
    ['blush', 'cream', 'sky'],
    { elevation: 28, azimuth: 16 },
  );
}

function crate(color: string, fruit: () => Model): Model {
  const wood = matte(color, woodGrain(0.3));
  const [width, depth] = [0.56, 0.38];
  const sides = [0.015, 0.085, 0.155].flatMap((z) => [
    ...[-1, 1].map((side) => moved(box(width, 0.014, 0.055, wood, 0.004), 0, (side * depth) / 2, z)),
    ...[-1, 1].map((side) => moved(box(0.014, depth, 0.055, wood, 0.004), (side * width) / 2, 0, z)),
  ]);
  const posts = [-1, 1].flatMap((a) =>
    [-1, 1].map((b) => moved(box(0.03, 0.03, 0.23, wood, 0.003), a * (width / 2 - 0.02), b * (depth / 2 - 0.02))),
  );
  return together(box(width, depth, 0.02, wood, 0.004), ...sides, ...posts, moved(fruit(), 0, 0, 0.04));
}

interface Fruit {
  color: readonly string[];
  size: number;
  /** Length in widths. */
  long: number;
  second?: string;
}

const ORANGE: Fruit = { color: ['#f28c1e', '#ee7f14', '#f59a2c'], size: 0.052, long: 1 };

const FRUITS: Readonly<Record<string, Fruit>> = {
  orange: ORANGE,
  mango: { color: ['#f2b233', '#e89a2a', '#d9702e'], size: 0.06, long: 1.3, second: '#c9502e' },
  dragonfruit: { color: ['#d9316e', '#c92560'], size: 0.062, long: 1.2 },
  avocado: { color: ['#4d6a2c', '#3f5a26', '#5c7a34'], size: 0.054, long: 1.28 },
  lime: { color: ['#7fae36', '#6f9f2e', '#93bd48'], size: 0.042, long: 1.12 },
  apple: { color: ['#c63a36', '#b52e33', '#d6553f'], size: 0.052, long: 0.94, second: '#e2b44a' },
  tomato: { color: ['#d63c2a', '#cf3325'], size: 0.048, long: 0.88 },
};

function fruitPile(kind: string, random: Random): Model {
  const { color, size, long, second } = FRUITS[kind] ?? ORANGE;
  const spacing = size * 1.86;
  const columnsBelow = Math.floor(0.53 / spacing);
  const rowsBelow = Math.floor(0.36 / spacing);
  const layers = [0, 1, 2].flatMap((layer) => {
    const [columns, rows] = [Math.max(1, columnsBelow - layer), Math.max(1, rowsBelow - (layer === 2 ? 1 : 0))];
    return inGrid(columns, rows, (column, row) => {
      const skin = glossySkin(random.pick(color), second);
      const one = turned(
        turned(scaled(ball(size, skin, 20), 1, 1, long), 'x', long === 1 ? 0 : random.between(55, 100)),
        'z',
        random.between(0, 360),
      );
      const [x, y] = [
        (column - (columns - 1) / 2) * spacing + random.between(-0.007, 0.007),
        (row - (rows - 1) / 2) * spacing + random.between(-0.007, 0.007),
      ];
      // A long fruit turned on its side hangs off its foot; its middle goes to where a ball would have it.
      const middle = size * (1 + layer * 1.4) + random.between(-0.004, 0.004);
      return moved(centred(one), x, y, middle);
    });
  });
  return layers;
}

/** The model with the middle of its height on the floor, and its middle over the origin. */
function centred(model: Model): Model {
  const middle = (axis: 0 | 1 | 2) => {
    const values = model.flatMap(({ positions }) => [...positions].filter((_, index) => index % 3 === axis));
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return moved(model, -middle(0), -middle(1), -middle(2));
}

const glossySkin = (hue: string, second: string | undefined) => ({
  ...satin(hue, second ? (x, y, z) => 1 + 0.25 * noise(x * 14, y * 14, z * 14) - 0.12 : speckled(140, 0.12)),
  gloss: 0.5,
});

/** Wooden crates of fruit or vegetables: the variant names it. */
const fruitCrates: SceneBuilder = (random, variant) => {
  const wood = random.pick(['#cba06a', '#d6ae7b', '#b98a58']);
  const kind = FRUITS[variant] ? variant : 'orange';
  const full = () => crate(wood, () => fruitPile(kind, random));
  const model = together(
    moved(turned(full(), 'z', random.between(-6, 6)), -0.33, 0.08),
    moved(turned(full(), 'z', random.between(-6, 6)), 0.33, 0.1),
    random.chance(0.7)
      ? moved(turned(full(), 'z', random.between(-12, 12)), random.between(-0.15, 0.15), 0.1, 0.245)
      : [],
    ...[-0.3, -0.02, 0.24].map((x) => {
      const { color, size, long, second } = FRUITS[kind] ?? ORANGE;
      const one = turned(
        turned(scaled(ball(size, glossySkin(random.pick(color), second)), 1, 1, long), 'x', long === 1 ? 0 : 90),
        'z',
        random.between(0, 360),
      );
      return moved(centred(one), x + random.between(-0.05, 0.05), -0.34 - random.between(0, 0.07), size);
    }),
  );
  return studio(model, random, ['sage', 'cream', 'mint', 'sand'], { elevation: 30, azimuth: 20 });
};

const BOTTLES: Readonly<
  Record<string, { glass: string; clear: number; content: string | undefined; cap: string; label: string }>
> = {
  juice: { glass: '#fff8ea', clear: 0.86, content: '#f0a32e', cap: '#3f7d3a', label: '#fbf3e0' },
  oil: { glass: '#5f7020', clear: 0.5, content: '#7d8420', cap: '#2d2a1c', label: '#f3ead2' },
  clear: { glass: '#e6f2f7', clear: 0.8, content: undefined, cap: '#3a76b5', label: '#e9f1f5' },
  amber: { glass: '#a85f1c', clear: 0.55, content: '#6a3610', cap: '#1f1f1f', label: '#f5efe4' },
};

/** Bottles in rows; the variant says which. */
const bottles: SceneBuilder = (random, variant) => {
  const {
    glass: color,
    clear,
    content,
    cap,
    label,
  } = BOTTLES[variant] ?? { glass: '#e6f2f7', clear: 0.66, content: undefined, cap: '#3a76b5', label: '#e9f1f5' };
  const shape = random.pick([
    [
      [0, 0],
      [0.1, 0],
      [0.115, 0.015],
      [0.115, 0.3],
      [0.1, 0.36],
      [0.05, 0.43],
      [0.036, 0.46],
      [0.036, 0.56],
    ],
    [
      [0, 0],
      [0.095, 0],
      [0.11, 0.02],
      [0.112, 0.22],
      [0.105, 0.3],
      [0.06, 0.4],
      [0.038, 0.47],
      [0.036, 0.55],
    ],
  ] as const);
  const one = () =>
    together(
      lathe(shape, glass(color, clear), 44),
      content
        ? moved(
            scaled(lathe([[0, 0], ...shape.slice(1, 6), [0, 0.42]], satin(content), 36), 0.93, 0.93, 0.93),
            0,
            0,
            0.012,
          )
        : [],
      moved(cylinder(0.043, 0.06, satin(cap), 0.008, 32), 0, 0, 0.545),
      moved(
        lathe(
          [
            [0.116, 0.08],
            [0.117, 0.08],
            [0.117, 0.24],
            [0.116, 0.24],
          ],
          matte(label, (_x, _y, z) => (Math.abs(z - 0.19) < 0.014 ? 0.45 : Math.abs(z - 0.13) < 0.006 ? 0.6 : 1)),
          44,
        ),
        0,
        0,
        0,
      ),
    );
  const model = inGrid(random.whole(4, 5), random.whole(2, 3), (column, row) =>
    moved(one(), column * 0.27 + (row % 2) * 0.13, row * 0.26),
  );
  return studio(model, random, ['sand', 'sage', 'blush', 'sky'], { elevation: 16, azimuth: 24 });
};

/** Sacks of jute or woven plastic. */
function sack(width: number, depth: number, height: number, color: string, random: Random, stripe?: string): Model {
  const seed = random.between(0, 50);
  const cloth = matte(color, (x, y, z) =>
    stripe && Math.abs(z - height * 0.5) < height * 0.1
      ? [0.1, 0.25, 0.12]
      : 1 - 0.09 * Math.sin(x * 300) * Math.sin((y + z) * 300) - 0.1 * noise(x * 8 + seed, y * 8, z * 8),
  );
  return cushion(width, depth, height, cloth, {
    boxy: 0.42,
    flat: 0.62,
    bumps: (u, v) => 0.09 * (noise(u * 1.6 + seed, v * 4, seed) - 0.5),
  });
}

/** An upright open sack with a heap of beans or grains in it. */
function openSack(color: string, content: readonly string[], grain: number, random: Random): Model {
  const cloth = matte(color, woven(300, 0.2));
  const seed = random.between(0, 9);
  const body = scaled(
    lathe(
      [
        [0, 0],
        [0.17, 0],
        [0.22, 0.05],
        [0.235, 0.2],
        [0.22, 0.32],
        [0.2, 0.37],
        [0.215, 0.39],
        [0.225, 0.42],
        [0.21, 0.43],
        [0.195, 0.4],
        [0.19, 0.37],
      ],
      cloth,
      48,
    ),
    1,
    0.92,
    1,
  );
  const heap = moved(
    scaled(
      lathe(
        [
          [0.2, 0],
          [0.16, 0.04],
          [0.1, 0.075],
          [0, 0.09],
        ],
        matte(content[0] ?? '#704a2a', speckled(90, 0.5)),
        40,
      ),
      1,
      0.92,
      1,
    ),
    0,
    0,
    0.385,
  );
  const grains = Array.from({ length: 280 }, () => {
    const [angle, reach] = [random.between(0, Math.PI * 2), Math.sqrt(random.between(0, 1)) * 0.185];
    const rise = 0.09 * (1 - (reach / 0.2) ** 1.5);
    return moved(
      turned(
        turned(scaled(ball(grain, satin(random.pick(content)), 10), 1.35, 0.9, 0.7), 'y', random.between(-40, 40)),
        'z',
        random.between(0, 180),
      ),
      Math.cos(angle) * reach,
      Math.sin(angle) * reach * 0.92,
      0.39 + rise - grain * 0.7,
    );
  });
  return together(turned(body, 'z', seed * 40), heap, ...grains);
}

const scattered = (content: readonly string[], grain: number, random: Random, count = 26): Model =>
  Array.from({ length: count }, () =>
    moved(
      turned(scaled(ball(grain, satin(random.pick(content)), 10), 1.35, 0.9, 0.7), 'z', random.between(0, 180)),
      random.between(-0.5, 0.5),
      random.between(-0.46, -0.3),
    ),
  ).flat();

function sackScene(random: Random, cloth: string, content: readonly string[], grain: number) {
  const heap = together(
    moved(turned(sack(0.62, 0.4, 0.2, cloth, random), 'z', random.between(-8, 8)), 0.2, 0.3),
    moved(turned(sack(0.62, 0.4, 0.2, cloth, random), 'z', random.between(-8, 8)), 0.25, 0.3, 0.185),
    random.chance(0.6)
      ? moved(turned(sack(0.6, 0.4, 0.19, cloth, random), 'z', random.between(-12, 12)), 0.2, 0.3, 0.37)
      : [],
  );
  const model = together(
    heap,
    moved(openSack(cloth, content, grain, random), -0.34, -0.02),
    random.chance(0.5) ? moved(scaled(openSack(cloth, content, grain, random), 0.82), 0.3, -0.2) : [],
    scattered(content, grain, random),
  );
  return studio(random.chance(0.5) ? model : scaled(model, -1, 1, 1), random, ['sand', 'cream', 'sage', 'slate'], {
    elevation: 24,
    azimuth: 14,
  });
}

/** Sacks of coffee, roasted or green. */
const coffeeSacks: SceneBuilder = (random, variant) =>
  sackScene(
    random,
    '#c2a06c',
    variant === 'green' ? ['#a8a878', '#95966a', '#b5b284'] : ['#5b3620', '#6b4127', '#4a2b1a'],
    0.014,
  );

/** Sacks of rice or other pale grains; "printed": woven plastic with a stripe. */
const riceSacks: SceneBuilder = (random, variant) => {
  if (variant !== 'printed') return sackScene(random, '#e8dcc4', ['#f4eee0', '#efe6d2', '#fbf8f0'], 0.009);
  const stack = inGrid(2, 4, (column, layer) =>
    moved(
      turned(sack(0.62, 0.42, 0.17, '#f1ede4', random, '#1d5c3a'), 'z', random.between(-4, 4)),
      (column - 0.5) * 0.64,
      0,
      PALLET_TOP + layer * 0.158,
    ),
  );
  return studio(together(scaled(pallet(), 1.08, 0.9, 1), stack), random, ['mint', 'sand', 'sky'], { elevation: 20 });
};

/** Nuts in an open sack and bowls. */
const nuts: SceneBuilder = (random) => sackScene(random, '#d0b182', ['#ead3a6', '#dfc08c', '#f0dfba'], 0.019);

/** Bags of cement, fertilizer or feed on a pallet; the variant is the colour of the print. */
const cementBags: SceneBuilder = (random, variant) => {
  const paper = variant === 'brown' ? '#c6a577' : variant === 'green' ? '#f2f4ec' : '#d8d5cc';
  const print = variant === 'green' ? '#3f8f4f' : variant === 'brown' ? '#7a2f24' : '#2f5f8f';
  const bag = () => {
    const seed = random.between(0, 40);
    const sheet = matte(paper, (x, y, z) => {
      if (Math.abs(x) < 0.1 && Math.abs(y) < 0.2) return z > 0.1 ? rgbOf(print) : 1;
      return 1 - 0.08 * noise(x * 6 + seed, y * 6, z * 6);
    });
    return cushion(0.6, 0.4, 0.13, sheet, {
      boxy: 0.26,
      flat: 0.5,
      bumps: (u, v) => 0.05 * (noise(u * 2 + seed, v * 3, seed) - 0.5),
    });
  };
  const layers = random.whole(4, 6);
  const stack = inGrid(2, layers, (column, layer) =>
    moved(turned(bag(), 'z', random.between(-2, 2)), (column - 0.5) * 0.6, 0, PALLET_TOP + layer * 0.118),
  );
  const back = inGrid(2, layers, (column, layer) =>
    moved(bag(), (column - 0.5) * 0.6, 0.41, PALLET_TOP + layer * 0.118),
  );
  const single = moved(turned(bag(), 'z', 32), random.pick([-1, 1]) * 0.9, -0.4);
  return studio(together(moved(pallet(), 0, 0.2), stack, back, single), random, ['sand', 'stone', 'sage', 'blush'], {
    elevation: 24,
  });
};

const rgbOf = (hex: string) => matte(hex).color;

/** Jars with lids; "honey": filled. */
const jars: SceneBuilder = (random, variant) => {
  const content = variant === 'honey' ? random.pick(['#c9821c', '#b06a12']) : undefined;
  const shape = [
    [0, 0],
    [0.1, 0],
    [0.12, 0.02],
    [0.12, 0.2],
    [0.105, 0.235],
    [0.09, 0.245],
    [0.09, 0.27],
  ] as const;
  const one = () =>
    together(
      lathe(shape, glass('#f2f7f5', content ? 0.86 : 0.8), 40),
      content
        ? moved(
            lathe(
              [
                [0, 0],
                [0.096, 0],
                [0.113, 0.02],
                [0.113, 0.185],
                [0, 0.19],
              ],
              glossy(content),
              36,
            ),
            0,
            0,
            0.006,
          )
        : [],
      moved(cylinder(0.098, 0.045, { ...satin('#c9a13b'), isMetal: true, gloss: 0.6 }, 0.008, 40), 0, 0, 0.262),
      content
        ? lathe(
            [
              [0.122, 0.06],
              [0.123, 0.06],
              [0.123, 0.16],
              [0.122, 0.16],
            ],
            matte('#fbf5e6', (_x, _y, z) => (Math.abs(z - 0.125) < 0.01 ? 0.5 : 1)),
            40,
          )
        : [],
    );
  const rows = random.whole(2, 3);
  const model = together(
    inGrid(4, rows, (column, row) => moved(one(), column * 0.275 + (row % 2) * 0.12, row * 0.27)),
    random.chance(0.6)
      ? inGrid(2, 1, (column) => moved(one(), 0.3 + column * 0.29, (rows - 1) * 0.27 - 0.1, 0.308))
      : [],
  );
  return studio(model, random, ['cream', 'sage', 'sky', 'blush'], { elevation: 20 });
};

/** Printed tins: "oil" rectangular with a spout, "tea" round. */
const tinCans: SceneBuilder = (random, variant) => {
  const colors = random.shuffle(
    variant === 'tea' ? ['#23395b', '#7a2f3f', '#3f6b4f', '#c98a2b', '#5a4a78'] : ['#3f6b3a', '#5a7d2e', '#2f5a3c'],
  );
  const tea = (index: number) => {
    const color = colors[index % colors.length] ?? '#23395b';
    return together(
      cylinder(
        0.13,
        0.26,
        {
          ...satin(color, (_x, _y, z) =>
            Math.abs(z - 0.13) < 0.035
              ? [0.82, 0.74, 0.55]
              : Math.abs(Math.abs(z - 0.13) - 0.05) < 0.005
                ? [0.82, 0.74, 0.55]
                : 1,
          ),
          gloss: 0.5,
        },
        0.01,
        48,
      ),
      moved(cylinder(0.133, 0.07, { ...satin(color), gloss: 0.55 }, 0.012, 48), 0, 0, 0.255),
    );
  };
  const oil = (index: number) =>
    together(
      box(
        0.24,
        0.16,
        0.4,
        {
          ...satin(colors[index % colors.length] ?? '#3f6b3a', (x, _y, z) =>
            z > -0.1 && z < 0.1 && Math.abs(x) < 0.09 ? [0.85, 0.78, 0.55] : 1,
          ),
          gloss: 0.5,
        },
        0.02,
      ),
      moved(cylinder(0.03, 0.04, satin('#c9a13b')), 0.06, 0, 0.4),
      moved(
        bar(
          [
            [-0.07, 0, 0.4],
            [-0.05, 0, 0.44],
            [0.01, 0, 0.44],
            [0.03, 0, 0.4],
          ],
          0.008,
          satin('#d8d8d8'),
        ),
        0,
        0,
      ),
    );
  const make = variant === 'tea' ? tea : oil;
  const model = together(
    inGrid(4, 2, (column, row) =>
      moved(turned(make(column + row), 'z', random.between(-8, 8)), column * 0.32 + row * 0.14, row * 0.3),
    ),
    variant === 'tea' ? inGrid(2, 1, (column) => moved(make(column + 2), 0.3 + column * 0.33, 0.24, 0.327)) : [],
  );
  return studio(model, random, ['cream', 'blush', 'mint', 'sand'], { elevation: 19 });
};

/** Stand-up pouches; the variant names the content for its colour. */
const pouches: SceneBuilder = (random, variant) => {
  const colors =
    variant === 'coffee' ? ['#2b2422', '#6a3b24', '#b5793b', '#e7dcc8'] : ['#e8eef0', '#d98e73', '#7fa68a', '#f0d9a0'];
  const pouch = (color: string) => {
    const foil = satin(color, (x, _y, z) =>
      z > 0.2 && z < 0.36 && Math.abs(x) < 0.1 ? [0.86, 0.8, 0.68] : z > 0.52 ? 0.8 : 1,
    );
    return together(
      cushion(
        0.34,
        0.18,
        0.5,
        { ...foil, gloss: 0.42 },
        { boxy: 0.5, flat: 0.36, bumps: (u, v) => 0.03 * noise(u * 3, v * 5, 2) },
      ),
      moved(box(0.32, 0.012, 0.1, { ...foil, gloss: 0.4 }, 0.004), 0, 0, 0.46),
      moved(turned(cylinder(0.022, 0.01, satin('#d8d4cc'), 0.003), 'x', 90), 0, -0.075, 0.42),
    );
  };
  const model = inGrid(4, 2, (column, row) =>
    moved(
      turned(pouch(colors[(column + row) % colors.length] ?? '#2b2422'), 'z', random.between(-14, 14)),
      column * 0.38 + row * 0.18,
      row * 0.32,
    ),
  );
  return studio(model, random, ['sand', 'cream', 'sage', 'sky'], { elevation: 16, azimuth: 16 });
};

/** Bowls with spices. */
const spices: SceneBuilder = (random, variant) => {
  const powders = random.shuffle(
    variant === 'warm'
      ? ['#d9921f', '#b5431f', '#8a4a22', '#e3b448', '#6f3a1e']
      : ['#c9762a', '#7a4a2a', '#d9a021', '#9c3a24', '#5a6a2c'],
  );
  const bowl = (index: number) => {
    const powder = powders[index % powders.length] ?? '#d9921f';
    return together(
      lathe(
        [
          [0, 0],
          [0.1, 0],
          [0.2, 0.09],
          [0.225, 0.15],
          [0.21, 0.15],
          [0.185, 0.095],
          [0, 0.04],
        ],
        satin('#ece4d6', speckled(30, 0.12)),
        48,
      ),
      moved(
        lathe(
          [
            [0.208, 0],
            [0.13, 0.06],
            [0.06, 0.1],
            [0, 0.115],
          ],
          matte(powder, speckled(120, 0.34)),
          48,
        ),
        0,
        0,
        0.115,
      ),
    );
  };
  const sticks = Array.from({ length: 7 }, (_, index) =>
    moved(
      turned(
        turned(cylinder(0.022, 0.36, matte('#8a5230', woven(60, 0.2)), 0.004, 20), 'y', 90),
        'z',
        random.between(-14, 14),
      ),
      -0.1,
      -0.5 - (index % 4) * 0.05,
      0.025 + Math.floor(index / 4) * 0.042,
    ),
  );
  const model = together(
    inGrid(3, 2, (column, row) => moved(bowl(column + row * 3), column * 0.48 - 0.48 + row * 0.12, row * 0.46)),
    ...sticks,
  );
  return studio(model, random, ['sand', 'cream', 'slate', 'sage'], { elevation: 34, azimuth: 14 });
};

/** A tray of dates. */
const dates: SceneBuilder = (random) => {
  const skins = ['#5a2d18', '#6b3820', '#4a2414', '#7a4426'];
  const one = () =>
    turned(
      turned(
        scaled(
          ball(0.045, { ...satin(random.pick(skins), cloudy('#8a5a36', 22, 0.25)), gloss: 0.45 }, 18),
          1.65,
          0.9,
          0.85,
        ),
        'y',
        random.between(-18, 18),
      ),
      'z',
      random.between(-24, 24),
    );
  const tray = (x: number) =>
    moved(
      together(
        box(0.6, 0.44, 0.02, matte('#efe3cc'), 0.006),
        ...[-1, 1].map((side) => moved(box(0.6, 0.012, 0.1, matte('#d9b98a'), 0.004), 0, side * 0.22)),
        ...[-1, 1].map((side) => moved(box(0.012, 0.44, 0.1, matte('#d9b98a'), 0.004), side * 0.3, 0)),
        ...[0, 1].map((layer) =>
          inGrid(4 - layer, 5 - layer, (column, row) =>
            moved(one(), (column - (3 - layer) / 2) * 0.138, (row - (4 - layer) / 2) * 0.084, 0.02 + layer * 0.056),
          ),
        ),
      ),
      x,
      0,
    );
  return studio(together(tray(-0.34), moved(turned(tray(0), 'z', 8), 0.36, 0.06)), random, ['cream', 'mint', 'sand'], {
    elevation: 38,
    azimuth: 12,
  });
};

/** Foam boxes of shrimps on ice. */
const seafoodBoxes: SceneBuilder = (random) => {
  const foam = matte('#eef3f5', speckled(50, 0.06));
  const ice = () =>
    moved(
      turned(box(0.035, 0.03, 0.028, { ...glossy('#e6f3fa'), gloss: 0.9 }, 0.008), 'z', random.between(0, 90)),
      random.between(-0.24, 0.24),
      random.between(-0.15, 0.15),
      0.11,
    );
  const shrimp = () => {
    const path = Array.from(
      { length: 10 },
      (_, index) => [Math.cos(index * 0.27) * 0.065, Math.sin(index * 0.27) * 0.065, 0.014] as const,
    );
    const shell = { ...satin(random.pick(['#e58a66', '#ea9f7d', '#dd7a58']), banded(0, 0.016, 0.16)), gloss: 0.55 };
    return together(
      bar(path, 0.019, shell, 12),
      moved(scaled(ball(0.022, shell, 14), 1.2, 1, 0.9), 0.065, -0.006, 0),
      moved(scaled(ball(0.02, satin('#d4694a'), 12), 0.7, 1.4, 0.3), -0.058, 0.035, 0.004),
    );
  };
  const boxOf = () =>
    together(
      box(0.6, 0.42, 0.1, foam, 0.02),
      ...[-1, 1].map((side) => moved(box(0.6, 0.045, 0.17, foam, 0.012), 0, side * 0.2)),
      ...[-1, 1].map((side) => moved(box(0.045, 0.42, 0.17, foam, 0.012), side * 0.29, 0)),
      ...Array.from({ length: 110 }, ice),
      ...Array.from({ length: 22 }, () =>
        moved(
          turned(shrimp(), 'z', random.between(0, 360)),
          random.between(-0.2, 0.2),
          random.between(-0.12, 0.12),
          0.125 + random.between(0, 0.02),
        ),
      ),
    );
  return studio(
    together(moved(turned(boxOf(), 'z', 5), -0.34, 0), moved(turned(boxOf(), 'z', -6), 0.36, 0.1)),
    random,
    ['sky', 'mint', 'slate'],
    { elevation: 38, azimuth: 14 },
  );
};

export const packedGoods = {
  cartons,
  fruitCrates,
  bottles,
  coffeeSacks,
  riceSacks,
  nuts,
  cementBags,
  jars,
  tinCans,
  pouches,
  spices,
  dates,
  seafoodBoxes,
};
