import {
  cloudy,
  glass,
  glossy,
  grooved,
  matte,
  metal,
  rgb,
  rough,
  satin,
  speckled,
  woodGrain,
  type Material,
} from '../materials.ts';
import { pallet, PALLET_TOP } from '../pallet.ts';
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
  type Model,
  type Point,
} from '../shapes.ts';
import { inGrid, studio, together, type SceneBuilder } from '../stage.ts';

/** Assembled circuit boards; "blue": with blue resist. */
const circuitBoards: SceneBuilder = (random, variant) => {
  const resist = variant === 'blue' ? '#1f4f8f' : '#1f6b45';
  const trace = rgb(variant === 'blue' ? '#2f6cb5' : '#2f8a5c');
  const gold = { ...metal('#d9b34a'), gloss: 0.6 };
  const board = (): Model => {
    const seed = random.whole(0, 90);
    const material: Material = {
      ...satin(resist, (x, y) =>
        (Math.floor(x * 60 + seed) % 3 === 0 && Math.abs(Math.sin(y * 21 + Math.floor(x * 60))) > 0.35) ||
        (Math.floor(y * 60) % 4 === 0 && Math.sin(x * 17 + seed) > 0.2)
          ? trace
          : 1,
      ),
      gloss: 0.5,
    };
    const chip = (width: number, depth: number, height = 0.04): Model =>
      together(
        box(width, depth, height, satin('#23262b'), 0.004),
        ...[-1, 1].map((side) =>
          inGrid(Math.floor(width / 0.035), 1, (column) =>
            moved(
              box(0.014, 0.03, 0.012, metal('#cfd4d9'), 0.002),
              (column - (Math.floor(width / 0.035) - 1) / 2) * 0.035,
              side * (depth / 2 + 0.012),
            ),
          ),
        ),
        moved(cylinder(0.008, 0.002, matte('#5a5f66'), 0.0005, 12), -width * 0.36, depth * 0.3, height),
      );
    const parts = together(
      moved(chip(0.26, 0.24), -0.1, 0.05),
      moved(chip(0.2, 0.1), 0.28, 0.14),
      moved(chip(0.14, 0.1), 0.3, -0.12),
      moved(chip(0.16, 0.09), -0.36, -0.18),
      ...[0, 1, 2].map((index) =>
        together(
          moved(cylinder(0.045, 0.11, satin('#2a3a55'), 0.008, 28), -0.42, 0.0 + index * 0.11),
          moved(cylinder(0.042, 0.004, metal('#c9ced4'), 0.001, 28), -0.42, index * 0.11, 0.108),
        ),
      ),
      moved(box(0.12, 0.16, 0.07, metal('#c5cbd1'), 0.008), 0.46, 0.02),
      moved(box(0.3, 0.06, 0.08, satin('#e9e6da')), 0.02, -0.27),
      ...Array.from({ length: 8 }, (_, index) =>
        moved(cylinder(0.008, 0.06, gold, 0.002, 8), -0.1 + index * 0.034, -0.27, 0.06),
      ),
      ...Array.from({ length: 34 }, () =>
        moved(
          box(0.03, 0.016, 0.014, satin(random.pick(['#b08d5a', '#2a2d32', '#d8d2c4'])), 0.002),
          random.between(-0.48, 0.48),
          random.between(-0.3, 0.3),
        ),
      ),
      ...[-1, 1].flatMap((a) => [-1, 1].map((b) => moved(pipe(0.035, 0.02, 0.004, gold, 24), a * 0.5, b * 0.3))),
    );
    return together(box(1.1, 0.7, 0.03, material, 0.006), moved(parts, 0, 0, 0.03));
  };
  const model = together(
    moved(board(), -0.1, 0),
    moved(turned(turned(board(), 'x', 58), 'z', -8), 0.15, 0.72, 0.3),
    random.chance(0.5) ? moved(turned(board(), 'z', 14), -0.3, -0.82) : [],
  );
  return studio(model, random, ['slate', 'sky', 'sand', 'night'], { azimuth: 18, elevation: 34 });
};

/** Rugged tablets; "orange": with orange bumpers. */
const tablets: SceneBuilder = (random, variant) => {
  const bumper = satin(variant === 'orange' ? '#e0702b' : '#2f3439');
  const tints = ['#3f7f5f', '#c98a2b', '#5b86b5', '#c65b4a'];
  const one = (): Model =>
    together(
      box(0.62, 0.92, 0.06, satin('#23272c'), 0.03),
      ...[-1, 1].flatMap((a) =>
        [-1, 1].map((b) => moved(box(0.14, 0.14, 0.085, bumper, 0.035), a * 0.27, b * 0.42, -0.01)),
      ),
      moved(box(0.54, 0.8, 0.008, glossy('#e9eef2'), 0.003), 0, 0, 0.058),
      moved(box(0.54, 0.09, 0.004, glossy('#2f6f5a'), 0.001), 0, 0.355, 0.065),
      inGrid(2, 3, (column, row) =>
        moved(
          box(0.23, 0.17, 0.004, satin(tints[(column + row) % 4] ?? '#3f7f5f'), 0.001),
          (column - 0.5) * 0.26,
          0.2 - row * 0.2,
          0.065,
        ),
      ),
      moved(box(0.49, 0.05, 0.004, satin('#9fb0bd'), 0.001), 0, -0.34, 0.065),
    );
  const standing = turned(turned(moved(one(), 0, 0.46), 'x', 66), 'z', 12);
  return studio(
    together(
      moved(standing, -0.35, 0.3),
      moved(turned(turned(moved(one(), 0, 0.46), 'x', 66), 'z', -14), 0.42, 0.42),
      moved(turned(one(), 'z', 68), 0.15, -0.4),
    ),
    random,
    ['sage', 'sand', 'sky'],
    { azimuth: 10, elevation: 24 },
  );
};

/** Laptops. */
const laptops: SceneBuilder = (random) => {
  const shell = { ...rough(random.pick(['#b9bfc6', '#5f6a76', '#a9b4a6'])), gloss: 0.35 };
  const screens = random.shuffle(['#3f6f9f', '#4f8f7a', '#c9824a', '#6a5f9a']);
  const one = (index: number): Model => {
    const base = together(
      box(0.9, 0.62, 0.03, shell, 0.012),
      moved(box(0.78, 0.26, 0.004, satin('#2a2e33'), 0.001), 0, 0.1, 0.029),
      inGrid(12, 4, (column, row) =>
        moved(box(0.052, 0.05, 0.008, satin('#3a3f46'), 0.003), (column - 5.5) * 0.063, 0.01 + row * 0.06, 0.03),
      ),
      moved(box(0.26, 0.16, 0.003, satin('#8f969e'), 0.001), 0, -0.19, 0.03),
    );
    const tint = screens[index % screens.length] ?? '#3f6f9f';
    const lid = together(
      box(0.9, 0.6, 0.016, shell, 0.006),
      moved(box(0.85, 0.54, 0.006, glossy('#1d2126'), 0.002), 0, 0, 0.014),
      moved(
        box(
          0.81,
          0.5,
          0.004,
          {
            ...satin(tint, (x, y) => (x < -0.24 ? 0.6 : y > 0.14 ? 0.8 : Math.sin(y * 60) > 0.7 && x < 0.2 ? 1.7 : 1)),
            gloss: 0.5,
          },
          0.001,
        ),
        0,
        0,
        0.019,
      ),
    );
    return together(base, moved(turned(moved(lid, 0, 0.3), 'x', 108), 0, 0.31, 0.03));
  };
  const closed = moved(
    together(
      box(0.9, 0.62, 0.03, shell, 0.012),
      moved(box(0.9, 0.6, 0.018, shell, 0.008), 0, 0, 0.032),
      moved(cylinder(0.05, 0.003, metal('#e2e6ea'), 0.001, 32), 0, 0, 0.05),
    ),
    0,
    0,
  );
  return studio(
    together(
      moved(one(0), -0.4, 0),
      moved(turned(one(1), 'z', -20), 0.75, 0.4),
      moved(turned(closed, 'z', 14), 0.55, -0.6),
      moved(turned(closed, 'z', 9), 0.55, -0.6, 0.052),
    ),
    random,
    ['cream', 'sky', 'blush'],
    { azimuth: 16, elevation: 20 },
  );
};

/** Server cabinets; "small": one. */
const serverRack: SceneBuilder = (random, variant) => {
  const rack = (): Model =>
    together(
      box(0.7, 0.9, 1.9, satin('#2a2f35'), 0.015),
      ...Array.from({ length: 14 }, (_, unit) => {
        const z = 0.12 + unit * 0.122;
        return moved(
          together(
            box(0.6, 0.02, 0.1, rough(unit % 5 === 2 ? '#59626c' : '#3f464e'), 0.004),
            ...Array.from({ length: 8 }, (_unused, slot) =>
              moved(box(0.045, 0.012, 0.06, satin('#1d2125'), 0.003), -0.16 + slot * 0.055, -0.012, 0.02),
            ),
            ...Array.from({ length: 3 }, (_unused, lamp) =>
              moved(
                box(
                  0.012,
                  0.01,
                  0.012,
                  { ...matte('#60e0a0'), color: random.chance(0.8) ? [0.2, 1.6, 0.7] : [1.6, 0.8, 0.1] },
                  0.002,
                ),
                -0.25 + lamp * 0.022,
                -0.014,
                0.044,
              ),
            ),
          ),
          0,
          -0.455,
          z,
        );
      }),
      ...[-0.33, 0.33].map((x) => moved(box(0.03, 0.03, 1.86, metal('#8a929b'), 0.004), x, -0.45, 0.02)),
    );
  const cables = Array.from({ length: 5 }, (_, index) =>
    bar(
      [
        [0.25, -0.48, 0.4 + index * 0.2],
        [0.34, -0.54, 0.5 + index * 0.2],
        [0.3, -0.5, 0.7 + index * 0.2],
      ],
      0.011,
      satin(random.pick(['#3a8fd0', '#e0a02b', '#c8402f'])),
      8,
    ),
  ).flat();
  const count = variant === 'small' ? 1 : 3;
  return studio(
    Array.from({ length: count }, (_, index) => moved(together(rack(), cables), index * 0.72, 0)).flat(),
    random,
    ['slate', 'sky', 'lilac'],
    { azimuth: 26, elevation: 9 },
  );
};

/** LED lamps for halls. */
const ledLamps: SceneBuilder = (random) => {
  const body = rough('#4a525b');
  const bright = { ...matte('#ffffff'), color: [1.9, 1.85, 1.7] as const };
  const bay = (): Model =>
    together(
      moved(
        lathe(
          [
            [0.05, 0.34],
            [0.16, 0.3],
            [0.3, 0.12],
            [0.33, 0.05],
            [0.33, 0],
          ],
          body,
          56,
        ),
        0,
        0,
      ),
      moved(cylinder(0.3, 0.02, bright, 0.004, 56), 0, 0, -0.005),
      ...Array.from({ length: 24 }, (_, index) =>
        turned(moved(box(0.012, 0.16, 0.16, body, 0.003), 0, 0.2, 0.12), 'z', index * 15),
      ),
      moved(torus(0.05, 0.012, metal('#c9ced4'), 24), 0, 0, 0.36),
    );
  const bulb = (): Model =>
    together(
      cylinder(0.05, 0.1, metal('#b9bfc6', grooved(2, 0.025, 0.4)), 0.008, 32),
      moved(
        lathe(
          [
            [0.06, 0],
            [0.085, 0.07],
            [0.085, 0.1],
          ],
          satin('#f1f1ee'),
          40,
        ),
        0,
        0,
        0.1,
      ),
      moved(
        lathe(
          [
            [0.085, 0],
            [0.105, 0.06],
            [0.09, 0.13],
            [0.05, 0.165],
            [0, 0.175],
          ],
          bright,
          40,
        ),
        0,
        0,
        0.2,
      ),
    );
  const model = together(
    moved(turned(bay(), 'x', 180), -0.5, 0.2, 0.42),
    moved(turned(turned(bay(), 'x', 122), 'z', -18), 0.34, 0.32, 0.3),
    ...[0, 1, 2, 3].map((index) => moved(bulb(), -0.42 + index * 0.25, -0.42 - (index % 2) * 0.12)),
    moved(turned(turned(bulb(), 'y', 90), 'z', 20), 0.55, -0.45, 0.1),
  );
  return studio(model, random, ['night', 'slate', 'stone'], { azimuth: 14, elevation: 22 });
};

/** Reels of wire; "copper": bare wire beside them. */
const cableReels: SceneBuilder = (random, variant) => {
  const colors = random.shuffle(['#c8402f', '#2b6cb0', '#e0a11b', '#2f8f5b', '#2a2c30', '#e0702b']);
  const reel = (color: string): Model =>
    together(
      ...[0, 0.3].map((z) => moved(cylinder(0.26, 0.02, satin('#e9e6de'), 0.006, 48), 0, 0, z)),
      moved(cylinder(0.2, 0.28, satin(color, grooved(2, 0.018, 0.4)), 0.01, 48), 0, 0, 0.02),
      moved(cylinder(0.06, 0.004, matte('#2a2d31'), 0.001, 28), 0, 0, 0.32),
    );
  const upright = (color: string) => moved(turned(reel(color), 'x', 90), 0, 0.16, 0.26);
  const color = (index: number) =>
    variant === 'copper' && index < 2 ? '#c77a45' : (colors[index % colors.length] ?? '#c8402f');
  const model = together(
    ...[0, 1, 2, 3].map((index) =>
      moved(turned(upright(color(index)), 'z', random.between(-8, 8)), (index - 1.5) * 0.58, 0.2),
    ),
    ...[0, 1, 2].map((index) => moved(reel(color(index + 2)), -0.5 + index * 0.58, -0.36)),
    moved(reel(color(5)), 0.08, -0.36, 0.32),
  );
  return studio(model, random, ['cream', 'sky', 'sage'], { azimuth: 18, elevation: 24 });
};

/** Solar panels on a pallet; "field" and "roof": mounted there. */
const solarPanels: SceneBuilder = (random, variant) => {
  const frame = metal('#bfc6cc');
  const line = rgb('#5a6a85');
  const cell: Material = {
    ...glossy('#14233f', (x, y) =>
      Math.abs(((x + 10) % 0.165) - 0.0825) > 0.079 || Math.abs(((y + 10) % 0.165) - 0.0825) > 0.079
        ? line
        : Math.abs(((x + 10) % 0.0412) - 0.0206) > 0.0198
          ? 1.5
          : 1,
    ),
    gloss: 0.9,
  };
  const panel = (): Model =>
    together(box(1.02, 1.68, 0.035, frame, 0.006), moved(box(0.99, 1.65, 0.006, cell, 0.001), 0, 0, 0.033));
  if (variant === 'roof') {
    const roof = satin('#c3c9cc', (x) => (Math.abs(Math.sin(x * 11)) < 0.2 ? 0.72 : 1));
    const model = turned(
      together(
        moved(box(6.4, 4.4, 0.06, roof, 0.01), 0, 0, -0.14),
        inGrid(5, 2, (column, row) => moved(panel(), (column - 2) * 1.08, (row - 0.5) * 1.76)),
      ),
      'x',
      14,
    );
    return studio(moved(model, 0, 0, 1), random, ['sky'], { azimuth: 24, elevation: 26 });
  }
  const row = (count: number): Model =>
    together(
      ...Array.from({ length: count }, (_, index) =>
        moved(turned(panel(), 'x', 28), (index - (count - 1) / 2) * 1.05, 0, 0.62),
      ),
      ...Array.from({ length: count + 1 }, (_, index) => [
        moved(cylinder(0.03, 0.98, frame), (index - count / 2) * 1.05, 0.62),
        moved(cylinder(0.03, 0.26, frame), (index - count / 2) * 1.05, -0.62),
      ]).flat(),
    );
  const field = variant === 'field';
  const model = field
    ? together(row(4), moved(row(4), 0.3, 2.3))
    : together(
        ...[0, 1, 2].map((index) =>
          moved(turned(turned(panel(), 'x', 72), 'z', 10), index * 0.16 - 0.5, index * 0.13, 0.8),
        ),
        moved(
          turned(
            together(
              scaled(pallet(), 0.95, 2.1, 1),
              ...Array.from({ length: 8 }, (_, index) => moved(panel(), 0, 0, PALLET_TOP + index * 0.042)),
            ),
            'z',
            18,
          ),
          1.25,
          0.3,
        ),
      );
  const scene = studio(model, random, ['sky', 'cream'], { azimuth: 26, elevation: field ? 16 : 22 });
  return field ? { ...scene, floor: '#b7c58a', wall: '#cfe3f2', ground: cloudy('#a9ba78', 1.2, 0.45) } : scene;
};

/** A battery cabinet; "container": storage containers. */
const batteryRack: SceneBuilder = (random, variant) => {
  if (variant === 'container')
    return studio(
      together(container('#eceeee', true), moved(container('#eceeee', true), 0, 2.2)),
      random,
      ['sand', 'sky'],
      { azimuth: 32, elevation: 16 },
    );
  const tray = (): Model =>
    together(
      box(0.62, 0.5, 0.18, satin('#3a424b'), 0.012),
      moved(box(0.5, 0.01, 0.1, satin('#2f7d6b')), 0, -0.255, 0.04),
      moved(box(0.05, 0.02, 0.03, { ...matte('#60e0a0'), color: [0.2, 1.4, 0.6] }), 0.24, -0.26, 0.12),
    );
  return studio(
    inGrid(3, 6, (column, layer) => moved(tray(), column * 0.72, 0, layer * 0.21)),
    random,
    ['stone', 'mint'],
    { azimuth: 24, elevation: 12 },
  );
};

/** A column for charging electric cars and buses; "white": white columns. */
const evCharger: SceneBuilder = (random, variant) => {
  const shell = satin(variant === 'white' ? '#f1f2f1' : '#37424e');
  const one = (): Model =>
    together(
      moved(box(0.7, 0.5, 0.08, matte('#8d949b'), 0.01), 0, 0),
      moved(box(0.6, 0.42, 1.8, shell, 0.06), 0, 0, 0.08),
      moved(box(0.34, 0.02, 0.26, glossy('#20303c'), 0.008), 0, -0.212, 1.36),
      moved(box(0.28, 0.01, 0.18, { ...matte('#5fd0a8'), color: [0.15, 0.75, 0.5] }, 0.003), 0, -0.225, 1.4),
      moved(box(0.6, 0.44, 0.05, satin('#2ca58d'), 0.02), 0, 0, 1.74),
      ...[-1, 1].flatMap((side) => [
        moved(box(0.1, 0.08, 0.2, satin('#23282e')), side * 0.34, -0.06, 0.98),
        bar(
          Array.from({ length: 21 }, (_, index): Point => [
            side * (0.36 + Math.sin((index / 20) * Math.PI) * 0.2),
            -0.1 - Math.sin((index / 20) * Math.PI) * 0.12,
            1.05 - Math.sin((index / 20) * Math.PI) * 0.75 + (index / 20) * 0.3,
          ]),
          0.024,
          matte('#1f2328'),
          10,
        ),
      ]),
    );
  return studio(together(one(), moved(one(), 1.35, 0.2)), random, ['mint', 'sky', 'stone'], {
    azimuth: 18,
    elevation: 10,
  });
};

/** Drums of heavy cable; "orange": with an orange sheath. */
const cableDrum: SceneBuilder = (random, variant) => {
  const wood = matte('#c08f5c', woodGrain(0.34));
  const sheath = satin(variant === 'orange' ? '#e06a25' : '#25282d', grooved(2, 0.09, 0.5));
  const drum = (): Model =>
    moved(
      turned(
        together(
          ...[0, 0.74].map((z) =>
            moved(
              together(
                cylinder(0.8, 0.07, wood, 0.008, 64),
                ...[0, 30, 60, 90, 120, 150].map((angle) =>
                  turned(moved(box(1.56, 0.012, 0.012, matte('#8f6a40')), 0, 0, z === 0 ? -0.008 : 0.068), 'z', angle),
                ),
                moved(cylinder(0.14, 0.02, metal('#9aa2aa')), 0, 0, z === 0 ? -0.02 : 0.065),
              ),
              0,
              0,
              z,
            ),
          ),
          moved(cylinder(0.6, 0.67, sheath, 0.004, 64), 0, 0, 0.07),
        ),
        'x',
        90,
      ),
      0,
      0.4,
      0.8,
    );
  const end = bar(
    [
      [0.1, -0.1, 1.38],
      [-0.35, -0.1, 1.3],
      [-0.72, -0.15, 0.85],
      [-0.92, -0.3, 0.3],
      [-1.1, -0.5, 0.06],
      [-1.5, -0.6, 0.05],
    ],
    0.045,
    satin(variant === 'orange' ? '#e06a25' : '#25282d'),
    14,
  );
  return studio(together(drum(), end, moved(turned(drum(), 'z', 24), 1.5, 0.8)), random, ['sand', 'sky', 'sage'], {
    azimuth: 26,
    elevation: 14,
  });
};

function container(color: string, hasFans = false): Model {
  const paint = satin(color, (x, y) => (Math.sin((Math.abs(y) > 0.98 ? x : y) * 38) > 0.25 ? 1 : 0.82));
  const steel = satin(color);
  const post = (x: number, y: number) => moved(box(0.1, 0.1, 2.1, steel, 0.01), x, y);
  return together(
    moved(box(4.9, 1.98, 2.02, paint, 0.01), 0, 0, 0.06),
    ...[-2.45, 2.45].flatMap((x) => [post(x, -0.98), post(x, 0.98)]),
    ...[-0.98, 0.98].flatMap((y) => [
      moved(box(5, 0.1, 0.12, steel, 0.01), 0, y, 0.0),
      moved(box(5, 0.1, 0.1, steel, 0.01), 0, y, 2.05),
    ]),
    ...[-2.45, 2.45].flatMap((x) => [
      moved(box(0.1, 2, 0.12, steel, 0.01), x, 0),
      moved(box(0.1, 2, 0.1, steel, 0.01), x, 0, 2.05),
    ]),
    ...[-0.6, -0.25, 0.25, 0.6].map((y) => moved(cylinder(0.025, 1.95, metal('#c9ced4'), 0.004, 12), 2.53, y, 0.1)),
    ...[-0.42, 0.42].map((y) => moved(box(0.03, 0.34, 0.04, metal('#c9ced4')), 2.54, y, 0.9)),
    hasFans
      ? [-1.6, -0.6, 0.4, 1.4].flatMap((x) =>
          moved(
            turned(
              together(
                cylinder(0.3, 0.04, satin('#3a424b'), 0.006, 40),
                moved(torus(0.3, 0.02, satin('#8a929b'), 40), 0, 0, 0.02),
              ),
              'x',
              90,
            ),
            x,
            -1,
            1.2,
          ),
        )
      : [],
  );
}

/** Shipping containers; "reefer", "tank", "camp" and "blue" for other kinds. */
const containers: SceneBuilder = (random, variant) => {
  if (variant === 'tank') {
    const frame = satin('#2f6aa3');
    const vessel = moved(
      turned(
        lathe(
          [
            [0, 0],
            [0.5, 0.06],
            [0.85, 0.3],
            [0.92, 0.5],
            [0.92, 4.3],
            [0.85, 4.5],
            [0.5, 4.74],
            [0, 4.8],
          ],
          { ...metal('#d5dade'), gloss: 0.6 },
          64,
        ),
        'y',
        90,
      ),
      -2.4,
      0,
      1.05,
    );
    const edges = together(
      ...[-2.45, 2.45].flatMap((x) => [-0.98, 0.98].map((y) => moved(box(0.12, 0.12, 2.15, frame, 0.01), x, y))),
      ...[0, 2.05].flatMap((z) => [
        ...[-0.98, 0.98].map((y) => moved(box(4.9, 0.1, 0.1, frame, 0.01), 0, y, z)),
        ...[-2.45, 2.45].map((x) => moved(box(0.1, 1.96, 0.1, frame, 0.01), x, 0, z)),
      ]),
    );
    return studio(
      together(vessel, edges, moved(cylinder(0.25, 0.14, metal('#9aa2aa')), 0, 0, 1.9)),
      random,
      ['stone', 'sky'],
      { azimuth: 30, elevation: 16 },
    );
  }
  const palette: Readonly<Record<string, readonly string[]>> = {
    reefer: ['#eef1f1', '#e6ebec'],
    camp: ['#e9e2d3', '#e4dac6'],
    blue: ['#2f5f95', '#3a6fa8', '#274f7d'],
  };
  const colors = palette[variant] ?? ['#b5452f', '#2f6a8f', '#3a7d5a', '#c98a2b', '#7a3f4a', '#5b6672'];
  const make = () => {
    const one = container(random.pick(colors));
    if (variant !== 'camp') return one;
    return together(
      one,
      ...[-1.5, 0.2, 1.5].map((x) =>
        moved(
          together(box(0.8, 0.06, 0.7, satin('#5b6672')), moved(box(0.7, 0.07, 0.6, glossy('#9fc4d6')), 0, 0, 0.05)),
          x,
          -1.0,
          0.95,
        ),
      ),
      moved(box(0.75, 0.06, 1.7, satin('#7a5638')), -0.65, -1.0, 0.1),
    );
  };
  const model = together(
    make(),
    moved(make(), 0, 2.15),
    variant === 'camp'
      ? moved(make(), 0, 0, 2.17)
      : together(
          moved(make(), random.between(-0.1, 0.1), 0, 2.17),
          random.chance(0.6) ? moved(make(), 0, 2.15, 2.17) : [],
        ),
    variant === '' ? moved(turned(make(), 'z', 90), random.pick([-4.4, 4.6]), 0.6) : [],
  );
  return studio(model, random, ['sky', 'stone', 'sand'], { azimuth: 34, elevation: 15 });
};

/** Pallet racks in a warehouse. */
const palletRack: SceneBuilder = (random) => {
  const upright = satin('#2f5f95');
  const beam = satin('#e0702b');
  const load = (): Model => {
    const kind = random.whole(0, 2);
    const color = random.pick(['#c79a63', '#d8b98a', '#e8e4da', '#8fb0c4']);
    const goods =
      kind === 0
        ? inGrid(3, 2, (column, row) =>
            together(
              ...[0, 1].map((layer) =>
                moved(
                  box(0.36, 0.36, 0.3, matte(color, speckled(30, 0.1)), 0.01),
                  (column - 1) * 0.38,
                  (row - 0.5) * 0.38,
                  layer * 0.31,
                ),
              ),
            ),
          )
        : kind === 1
          ? cushion(1.1, 0.76, 0.66, matte(color), { boxy: 0.2, flat: 0.3 })
          : inGrid(2, 1, (column) =>
              moved(cylinder(0.26, 0.68, satin(random.pick(['#2a5fa5', '#3a7d5a']))), (column - 0.5) * 0.56, 0),
            );
    return together(pallet(), moved(goods, 0, 0, PALLET_TOP));
  };
  const bay = (bays: number): Model =>
    together(
      ...Array.from({ length: bays + 1 }, (_, index) => index).flatMap((index) =>
        [-0.42, 0.42].map((y) => moved(box(0.08, 0.07, 3.5, upright, 0.01), (index - bays / 2) * 2.7, y)),
      ),
      ...[1.05, 2.15].flatMap((z) =>
        Array.from({ length: bays }, (_, index) => index).flatMap((index) =>
          [-0.44, 0.44].map((y) => moved(box(2.6, 0.05, 0.11, beam, 0.008), (index + 0.5 - bays / 2) * 2.7, y, z)),
        ),
      ),
      ...[0, 1.16, 2.26].map((z) =>
        Array.from({ length: bays * 2 }, (_, index) =>
          random.chance(0.9) ? moved(load(), (index + 0.5 - bays) * 1.35, 0, z) : [],
        ).flat(),
      ),
    );
  return studio(bay(2), random, ['sky', 'stone', 'cream'], { azimuth: 26, elevation: 8 });
};

const wheelOf = (radius: number, width: number, rim: Material): Model =>
  moved(
    turned(
      together(
        lathe(
          [
            [radius * 0.55, 0.02],
            [radius * 0.6, 0],
            [radius * 0.94, 0],
            [radius, 0.04],
            [radius, width - 0.04],
            [radius * 0.94, width],
            [radius * 0.6, width],
            [radius * 0.55, width - 0.02],
          ],
          matte('#26282c'),
          48,
        ),
        moved(cylinder(radius * 0.56, width * 0.8, rim, 0.02, 40), 0, 0, width * 0.1),
        moved(cylinder(radius * 0.16, width * 0.9, metal('#9aa2aa'), 0.01, 24), 0, 0, width * 0.08),
      ),
      'x',
      90,
    ),
    0,
    width / 2,
    radius,
  );

/** A lorry with a trailer; "van": a delivery van. */
const truck: SceneBuilder = (random, variant) => {
  const color = random.pick(['#2f6a8f', '#b5452f', '#3a7d5a', '#e9ebec']);
  const paint = { ...satin(color), gloss: 0.6 };
  const rim = metal('#c9ced4');
  const wheels = (places: readonly number[], radius: number, side: number) =>
    places.flatMap((x) => [-side, side].flatMap((y) => moved(wheelOf(radius, 0.22, rim), x, y)));
  const dark = glossy('#26323c');
  if (variant === 'van') {
    const white = { ...satin('#f0f1ef'), gloss: 0.6 };
    const body = turned(
      moved(
        prism(
          [
            [-2.1, 0.3],
            [2.05, 0.3],
            [2.1, 0.75],
            [1.75, 1.0],
            [1.3, 1.75],
            [1.0, 1.9],
            [-2.05, 1.9],
            [-2.1, 1.8],
          ],
          1.5,
          white,
        ),
        0,
        0,
        -0.75,
      ),
      'x',
      90,
    );
    const one = together(
      body,
      ...[-0.76, 0.76].map((y) =>
        moved(
          turned(
            prism(
              [
                [0.75, 1.1],
                [1.5, 1.1],
                [1.22, 1.62],
                [0.75, 1.62],
              ],
              0.01,
              dark,
            ),
            'x',
            90,
          ),
          0,
          y + 0.005,
        ),
      ),
      moved(turned(box(0.02, 1.3, 0.78, dark), 'y', -31), 1.56, 0, 1.05),
      ...[-0.45, 0.45].map((y) =>
        moved(box(0.05, 0.24, 0.12, { ...glossy('#fff6d8'), color: [1.2, 1.15, 0.95] }), 2.07, y, 0.62),
      ),
      moved(box(0.1, 1.5, 0.2, satin('#3a3f45')), 2.08, 0, 0.3),
      ...[-0.765, 0.765].map((y) => moved(box(2.2, 0.01, 0.14, satin('#2ca58d')), -0.7, y, 0.9)),
      wheels([-1.35, 1.25], 0.34, 0.68),
    );
    return studio(together(one, moved(one, -0.6, 2.3)), random, ['sky', 'mint'], { azimuth: -32, elevation: 12 });
  }
  const trailer = together(
    moved(
      box(
        5.6,
        1.7,
        1.95,
        satin('#e9ebea', (x, _y, z) => (Math.abs(z + 0.2) < 0.16 && Math.abs(x) < 2.6 ? rgb(color) : 1)),
        0.04,
      ),
      -1.5,
      0,
      0.85,
    ),
    moved(box(5.5, 0.9, 0.16, satin('#3a3f45')), -1.5, 0, 0.66),
  );
  const cab = together(
    turned(
      moved(
        prism(
          [
            [1.55, 0.55],
            [3.15, 0.55],
            [3.2, 1.3],
            [3.0, 2.25],
            [2.75, 2.55],
            [1.6, 2.55],
          ],
          1.66,
          paint,
        ),
        0,
        0,
        -0.83,
      ),
      'x',
      90,
    ),
    moved(turned(box(0.03, 1.45, 0.72, dark), 'y', -13), 3.13, 0, 1.42),
    ...[-0.84, 0.84].map((y) => moved(box(0.62, 0.02, 0.5, dark), 2.6, y, 1.5)),
    moved(box(0.08, 1.66, 0.36, satin('#3a3f45')), 3.2, 0, 0.5),
    ...[-0.6, 0.6].map((y) =>
      moved(box(0.05, 0.3, 0.13, { ...glossy('#fff6d8'), color: [1.2, 1.15, 0.95] }), 3.23, y, 0.72),
    ),
    ...[-1, 1].map((side) => moved(box(0.1, 0.08, 0.42, satin('#3a3f45')), 2.95, side * 0.98, 1.6)),
  );
  return studio(
    together(
      trailer,
      cab,
      wheels([-3.7, -3.0, -2.3, 1.55, 2.65], 0.42, 0.72),
      moved(box(1.2, 0.1, 0.3, satin('#3a3f45')), -0.2, -0.75, 0.5),
    ),
    random,
    ['sky', 'sand'],
    { azimuth: -34, elevation: 12 },
  );
};

/** A tractor; "green": a green one. */
const tractor: SceneBuilder = (random, variant) => {
  const paint = { ...satin(variant === 'green' ? '#3f8a3a' : '#c23b2e'), gloss: 0.6 };
  const rim = satin('#e8c83f');
  const tread = matte('#26282c', (x, y, z) =>
    Math.hypot(x, y) > 0.6 && Math.sin(Math.atan2(y, x) * 24 + Math.sign(z - 0.18) * 0.9) > 0.2 ? 0.55 : 1,
  );
  const big = moved(
    turned(
      together(
        lathe(
          [
            [0.38, 0.02],
            [0.42, 0],
            [0.6, 0],
            [0.66, 0.05],
            [0.66, 0.31],
            [0.6, 0.36],
            [0.42, 0.36],
            [0.38, 0.34],
          ],
          tread,
          56,
        ),
        moved(cylinder(0.4, 0.26, rim, 0.03, 40), 0, 0, 0.05),
        moved(cylinder(0.12, 0.34, satin('#6a5a20'), 0.01, 24), 0, 0, 0.01),
      ),
      'x',
      90,
    ),
    0,
    0.18,
    0.66,
  );
  const model = together(
    moved(box(1.25, 0.5, 0.5, paint, 0.08), 0.72, 0, 0.6),
    moved(box(0.04, 0.42, 0.38, matte('#2a2d31', grooved(2, 0.05, 0.4)), 0.01), 1.36, 0, 0.64),
    ...[-0.16, 0.16].map((y) =>
      moved(box(0.03, 0.1, 0.08, { ...glossy('#fff6d8'), color: [1.2, 1.15, 0.95] }), 1.375, y, 0.9),
    ),
    moved(cylinder(0.035, 0.6, satin('#2a2d31')), 0.95, 0.16, 1.08),
    moved(box(1.0, 0.44, 0.3, satin('#3a3f45'), 0.03), 0.1, 0, 0.45),
    ...[-0.85, 0.85].map((y) => moved(big, -0.45, y * 0.72)),
    ...[-0.5, 0.5].map((y) => moved(scaled(big, 0.6), 1.05, y)),
    ...[-0.55, 0.55]
      .map((y) => moved(turned(scaled(pipe(0.74, 0.66, 0.34, paint, 48), 1, 1, 1), 'x', 90), -0.45, y + 0.17, 0.66))
      .map((fender) =>
        fender.map((part) => ({
          ...part,
          positions: part.positions.map((value, index) => (index % 3 === 2 ? Math.max(value, 0.95) : value)),
        })),
      ),
    moved(box(0.9, 0.82, 0.05, paint, 0.03), -0.35, 0, 1.98),
    ...[-1, 1].flatMap((a) =>
      [-1, 1].map((b) => moved(box(0.05, 0.05, 1.0, satin('#2a2d31')), -0.35 + a * 0.4, b * 0.36, 0.98)),
    ),
    moved(box(0.78, 0.7, 0.75, glass('#cfe5ee', 0.7), 0.02), -0.35, 0, 1.2),
    moved(cushion(0.4, 0.42, 0.14, matte('#2a2d31')), -0.5, 0, 1.05),
    moved(box(0.1, 0.4, 0.45, matte('#2a2d31'), 0.04), -0.68, 0, 1.1),
    moved(turned(torus(0.14, 0.015, satin('#2a2d31'), 32), 'y', -30), -0.05, 0, 1.3),
  );
  return {
    ...studio(model, random, ['sky'], { azimuth: -36, elevation: 13 }),
    floor: '#c2a878',
    wall: '#d3e5f0',
    ground: cloudy('#b39a68', 1.4, 0.5),
  };
};

/** A greenhouse with plants. */
const greenhouse: SceneBuilder = (random) => {
  const steel = metal('#d5dade');
  const arch = (x: number): Model =>
    bar(
      [
        [x, -1.4, 0],
        [x, -1.4, 1.1],
        [x, -1.15, 1.5],
        [x, -0.6, 1.85],
        [x, 0, 2],
        [x, 0.6, 1.85],
        [x, 1.15, 1.5],
        [x, 1.4, 1.1],
        [x, 1.4, 0],
      ],
      0.035,
      steel,
      10,
    );
  const skin = glass('#e3f1f2', 0.8);
  const panes = together(
    ...[-1.4, 1.4].map((y) => moved(box(4, 0.015, 1.1, skin, 0.004), 0, y)),
    ...[-1, 1].map((side) => moved(turned(box(4, 1.62, 0.012, skin, 0.004), 'x', side * -29), 0, side * 0.7, 1.54)),
  );
  const rows = [-0.9, -0.3, 0.3, 0.9].flatMap((y) =>
    together(
      moved(box(3.8, 0.3, 0.14, matte('#6a4a32'), 0.03), 0, y),
      ...Array.from({ length: 16 }, (_, index) =>
        moved(
          scaled(
            ball(0.15, matte(random.pick(['#4f8f3f', '#5fa04a', '#3f7a38']), speckled(30, 0.4)), 14),
            1,
            1,
            random.between(1, 1.7),
          ),
          -1.75 + index * 0.233,
          y + random.between(-0.03, 0.03),
          0.1,
        ),
      ),
      ...Array.from({ length: 12 }, () =>
        moved(ball(0.035, satin('#d63c2a'), 10), random.between(-1.8, 1.8), y - 0.13, random.between(0.2, 0.38)),
      ),
    ),
  );
  return {
    ...studio(
      together(
        ...[-2, -1.2, -0.4, 0.4, 1.2, 2].map(arch),
        bar(
          [
            [-2, 0, 2],
            [2, 0, 2],
          ],
          0.03,
          steel,
        ),
        panes,
        rows,
      ),
      random,
      ['sky'],
      { azimuth: 34, elevation: 18 },
    ),
    floor: '#bcae86',
    wall: '#d6e8f1',
    ground: cloudy('#aa9c72', 1.2, 0.45),
  };
};

/** Boxes of gloves; "green": green boxes. */
const gloveBoxes: SceneBuilder = (random, variant) => {
  const color = variant === 'green' ? '#2f8f7a' : '#2f6ab3';
  const glove = matte('#5fa0d8');
  const one = (isOpen: boolean): Model =>
    together(
      box(
        0.5,
        0.26,
        0.16,
        satin('#f4f6f7', (x, _y, z) => (z < -0.01 || Math.abs(x) > 0.2 ? rgb(color) : 1)),
        0.006,
      ),
      moved(scaled(cylinder(0.07, 0.003, matte('#dfe7ec'), 0.001, 32), 1.9, 0.8, 1), 0, 0, 0.16),
      isOpen
        ? moved(
            together(
              cushion(0.16, 0.08, 0.14, glove, { boxy: 0.9 }),
              ...[-0.05, -0.015, 0.02, 0.055].map((x, index) =>
                moved(
                  turned(
                    cushion(0.034, 0.034, 0.13 - Math.abs(index - 1.5) * 0.015, glove, { boxy: 0.9 }),
                    'y',
                    x * 240,
                  ),
                  x,
                  0,
                  0.1,
                ),
              ),
            ),
            0,
            0,
            0.13,
          )
        : [],
    );
  const model = together(
    inGrid(2, 4, (column, layer) => moved(one(false), (column - 0.5) * 0.53, 0.3, layer * 0.162)),
    moved(turned(one(true), 'z', 10), -0.3, -0.2),
    moved(turned(one(true), 'z', -14), 0.36, -0.24),
  );
  return studio(model, random, ['mint', 'sky', 'cream'], { azimuth: 18, elevation: 20 });
};

/** Hospital beds; "couch": treatment couches. */
const hospitalBed: SceneBuilder = (random, variant) => {
  const white = satin('#f0f2f2');
  const steel = satin('#c9d0d5');
  const mattress = matte(variant === 'couch' ? '#3f7f8f' : '#7fb0c9');
  const isCouch = variant === 'couch';
  const base = together(
    moved(box(1.7, 0.6, 0.1, steel, 0.02), 0, 0, 0.3),
    moved(turned(box(1.1, 0.08, 0.06, steel), 'y', 24), 0, -0.2, 0.12),
    moved(turned(box(1.1, 0.08, 0.06, steel), 'y', -24), 0, 0.2, 0.12),
    ...[-0.75, 0.75].flatMap((x) =>
      [-0.3, 0.3].map((y) =>
        moved(turned(moved(cylinder(0.07, 0.05, satin('#3a4148'), 0.01, 28), 0, 0, -0.025), 'x', 90), x, y, 0.07),
      ),
    ),
  );
  const cushions = together(
    moved(cushion(1.15, 0.84, 0.13, mattress, { boxy: 0.14, flat: 0.3 }), 0.4, 0, 0.5),
    moved(
      turned(moved(cushion(0.8, 0.84, 0.13, mattress, { boxy: 0.14, flat: 0.3 }), -0.4, 0), 'y', 34),
      -0.16,
      0,
      0.5,
    ),
    moved(turned(cushion(0.3, 0.6, 0.14, matte('#f7f8f8'), { boxy: 0.4 }), 'y', 34), -0.72, 0, 0.95),
  );
  const ends = isCouch
    ? []
    : together(
        moved(box(0.06, 0.92, 0.5, white, 0.05), -1.0, 0, 0.42),
        moved(box(0.06, 0.92, 0.36, white, 0.05), 1.02, 0, 0.4),
        ...[-0.46, 0.46].flatMap((y) => [
          moved(box(0.62, 0.03, 0.26, white, 0.03), -0.45, y, 0.68),
          moved(box(0.5, 0.03, 0.24, white, 0.03), 0.42, y, 0.6),
        ]),
        bar(
          [
            [-0.95, 0.5, 0.4],
            [-0.95, 0.5, 1.9],
            [-0.8, 0.5, 1.95],
          ],
          0.018,
          metal('#c9ced4'),
        ),
        moved(cushion(0.12, 0.05, 0.24, glass('#dfeef5', 0.5)), -0.8, 0.5, 1.68),
      );
  return studio(
    together(base, cushions, ends, moved(box(1.9, 0.8, 0.05, white, 0.02), 0, 0, 0.42)),
    random,
    ['mint', 'sky', 'cream'],
    { azimuth: 28, elevation: 16 },
  );
};

/** Vials for medicines; "amber": amber glass. */
const vials: SceneBuilder = (random, variant) => {
  const body = variant === 'amber' ? glass('#b5661c', 0.5) : glass('#eaf4f7', 0.78);
  const cap = satin(random.pick(['#2f6ab3', '#c8402f', '#2f8f7a']));
  const one = (): Model =>
    together(
      lathe(
        [
          [0, 0],
          [0.1, 0],
          [0.11, 0.012],
          [0.11, 0.26],
          [0.1, 0.29],
          [0.06, 0.31],
          [0.06, 0.35],
        ],
        body,
        40,
      ),
      moved(cylinder(0.075, 0.06, metal('#cfd5da'), 0.008, 36), 0, 0, 0.345),
      moved(cylinder(0.07, 0.03, cap, 0.008, 36), 0, 0, 0.4),
      variant === 'amber' ? [] : moved(cylinder(0.1, 0.13, { ...satin('#f3f7f8') }, 0.004, 36), 0, 0, 0.012),
    );
  const tray = together(
    box(1.5, 0.95, 0.03, satin('#dfe6ea'), 0.01),
    ...[-1, 1].map((side) => moved(box(1.5, 0.025, 0.12, satin('#dfe6ea'), 0.008), 0, side * 0.47)),
    ...[-1, 1].map((side) => moved(box(0.025, 0.95, 0.12, satin('#dfe6ea'), 0.008), side * 0.75, 0)),
  );
  return studio(
    together(
      tray,
      inGrid(5, 3, (column, row) => moved(one(), (column - 2) * 0.28, (row - 1) * 0.28, 0.03)),
      moved(one(), -0.3, -0.75),
      moved(turned(turned(one(), 'y', 90), 'z', 20), 0.1, -0.75, 0.11),
    ),
    random,
    ['sky', 'mint', 'lilac'],
    { azimuth: 18, elevation: 24 },
  );
};

/** Glassware of a laboratory. */
const labGlass: SceneBuilder = (random) => {
  const clear = glass('#eaf4f7', 0.84);
  const liquids = random.shuffle(['#3fa0c8', '#c8507f', '#5fae5a', '#e0a02b']);
  const flask = (index: number): Model =>
    together(
      lathe(
        [
          [0, 0],
          [0.2, 0],
          [0.21, 0.02],
          [0.06, 0.36],
          [0.055, 0.5],
          [0.07, 0.52],
        ],
        clear,
        44,
      ),
      lathe(
        [
          [0, 0.008],
          [0.195, 0.012],
          [0.125, 0.18],
          [0, 0.18],
        ],
        { ...glossy(liquids[index] ?? '#3fa0c8') },
        40,
      ),
    );
  const round = (index: number): Model =>
    moved(
      together(
        torus(0.1, 0.02, matte('#b98a58'), 32),
        moved(
          together(
            lathe(
              [
                [0, 0],
                [0.12, 0.05],
                [0.18, 0.18],
                [0.15, 0.3],
                [0.05, 0.38],
                [0.05, 0.56],
                [0.065, 0.57],
              ],
              clear,
              44,
            ),
            lathe(
              [
                [0, 0.01],
                [0.11, 0.055],
                [0.165, 0.18],
                [0, 0.18],
              ],
              glossy(liquids[index] ?? '#3fa0c8'),
              40,
            ),
          ),
          0,
          0,
          0.03,
        ),
      ),
      0,
      0,
    );
  const rack = together(
    moved(box(0.8, 0.2, 0.03, satin('#c59a63', woodGrain())), 0, 0, 0.3),
    moved(box(0.8, 0.2, 0.04, satin('#c59a63', woodGrain())), 0, 0),
    ...[-0.38, 0.38].map((x) => moved(box(0.03, 0.18, 0.32, satin('#c59a63', woodGrain())), x, 0)),
    ...Array.from({ length: 6 }, (_, index) =>
      moved(
        together(
          lathe(
            [
              [0, 0],
              [0.035, 0.02],
              [0.04, 0.06],
              [0.04, 0.42],
              [0.048, 0.43],
            ],
            clear,
            24,
          ),
          lathe(
            [
              [0, 0.006],
              [0.034, 0.022],
              [0.036, 0.12 + (index % 3) * 0.06],
              [0, 0.12 + (index % 3) * 0.06],
            ],
            glossy(liquids[index % 4] ?? '#3fa0c8'),
            24,
          ),
        ),
        -0.3 + index * 0.12,
        0,
        0.06,
      ),
    ),
  );
  return studio(
    together(
      moved(rack, 0, 0.35),
      moved(flask(0), -0.5, -0.05),
      moved(round(1), 0.02, -0.12),
      moved(scaled(flask(2), 0.72), 0.46, -0.02),
      moved(scaled(flask(3), 0.55), -0.2, -0.4),
    ),
    random,
    ['cream', 'sky', 'lilac'],
    { azimuth: 12, elevation: 14 },
  );
};

export const machinesAndDevices = {
  circuitBoards,
  tablets,
  laptops,
  serverRack,
  ledLamps,
  cableReels,
  solarPanels,
  batteryRack,
  evCharger,
  cableDrum,
  containers,
  palletRack,
  truck,
  tractor,
  greenhouse,
  gloveBoxes,
  hospitalBed,
  vials,
  labGlass,
};
