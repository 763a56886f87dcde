import { banded, cloudy, glossy, grooved, matte, metal, rough, satin, woodGrain, type Material } from '../materials.ts';
import {
  bar,
  box,
  cylinder,
  lathe,
  lying,
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

const STEEL = '#aeb6be';

const timberUnder = (width: number, ...places: readonly number[]): Model =>
  places.flatMap((x) => moved(box(0.12, width, 0.08, matte('#a9794a', woodGrain()), 0.006), x, 0));

/** Coils of steel strip; "dark": hot rolled with scale. */
const steelCoils: SceneBuilder = (random, variant) => {
  const color = variant === 'dark' ? '#6d7077' : STEEL;
  const face: Material = {
    ...rough(color, (x, y) => 1 - 0.28 * (0.5 + 0.5 * Math.sin(Math.hypot(x, y) * 260))),
    gloss: 0.4,
  };
  const coil = (radius: number, width: number) => {
    const [inner, soft] = [radius * 0.42, 0.012];
    const roll = together(
      lathe(
        [
          [inner, 0],
          [radius - soft, 0],
          [radius, soft],
        ],
        face,
        64,
      ),
      lathe(
        [
          [radius, soft],
          [radius, width - soft],
        ],
        { ...metal(color, grooved(2, 0.3, 0.05)), gloss: 0.62 },
        64,
      ),
      lathe(
        [
          [radius, width - soft],
          [radius - soft, width],
          [inner, width],
          [inner, 0],
        ],
        face,
        64,
      ),
      [0.3, 0.7].flatMap((place) => moved(pipe(radius + 0.006, radius, 0.035, satin('#3b4048')), 0, 0, width * place)),
    );
    return moved(turned(roll, 'x', 90), 0, width / 2, radius);
  };
  const first = coil(0.5, 0.72);
  const front = [-1.06, 0, 1.06].flatMap((x) => moved(first, x, 0, 0.06));
  const upper = random.chance(0.6) ? [-0.53, 0.53].flatMap((x) => moved(first, x, 0, 0.93)) : [];
  const skids = [-1.06, 0, 1.06].flatMap((x) =>
    [-0.28, 0.28].flatMap((side) => moved(box(0.16, 0.8, 0.09, matte('#a9794a', woodGrain()), 0.006), x + side, 0)),
  );
  return studio(together(front, upper, skids), random, ['sky', 'stone', 'slate'], { azimuth: 32, elevation: 17 });
};

/** A bundle of round tubes, seen from their ends. */
const steelPipes: SceneBuilder = (random, variant) => {
  const material: Material =
    variant === 'stainless'
      ? { ...metal('#d5dade'), gloss: 0.85 }
      : { ...metal(STEEL, grooved(2, 0.9, 0.04)), gloss: 0.55 };
  const radius = random.pick([0.085, 0.11, 0.13]);
  const tube = moved(turned(pipe(radius, radius * 0.84, 2.6, material, 36), 'x', 90), 0, 1.3, 0);
  const below = random.whole(5, 6);
  const rows = Array.from({ length: below - 1 }, (_, layer) => layer);
  const bundle = rows.flatMap((layer) =>
    Array.from({ length: below - layer }, (_, column) =>
      moved(
        tube,
        (column - (below - layer - 1) / 2) * radius * 2.02,
        random.between(-0.03, 0.03),
        radius + layer * radius * 1.75,
      ),
    ).flat(),
  );
  return studio(
    together(moved(bundle, 0, 0, 0.08), turned(timberUnder(radius * 2 * below + 0.2, -0.9, 0, 0.9), 'z', 90)),
    random,
    ['stone', 'sky', 'mint'],
    { azimuth: 36, elevation: 18 },
  );
};

const iProfile = (width: number, height: number, web: number, flange: number): Flat[] => [
  [-width / 2, 0],
  [width / 2, 0],
  [width / 2, flange],
  [web / 2, flange],
  [web / 2, height - flange],
  [width / 2, height - flange],
  [width / 2, height],
  [-width / 2, height],
  [-width / 2, height - flange],
  [-web / 2, height - flange],
  [-web / 2, flange],
  [-width / 2, flange],
];

/** Rolled H and I beams. */
const beams: SceneBuilder = (random, variant) => {
  const material =
    variant === 'rust'
      ? matte('#9a6243', cloudy('#7a4a33', 3, 0.45))
      : { ...rough('#8b929b', cloudy('#767d87', 3, 0.4)), gloss: 0.25 };
  const size = random.between(0.26, 0.34);
  const one = moved(turned(prism(iProfile(size, size, 0.028, 0.04), 2.8, material), 'x', 90), 0, 1.4);
  const stack = [0, 1, 2].flatMap((layer) =>
    Array.from({ length: 4 - layer }, (_, column) =>
      moved(one, (column - (3 - layer) / 2) * (size + 0.05), random.between(-0.08, 0.08), 0.08 + layer * (size + 0.06)),
    ).flat(),
  );
  const spacers = [0, 1].flatMap((layer) =>
    [-0.8, 0.8].flatMap((y) =>
      moved(
        box((size + 0.05) * (3 - layer) + 0.1, 0.1, 0.06, matte('#a9794a', woodGrain()), 0.004),
        0,
        y,
        0.08 + size + layer * (size + 0.06),
      ),
    ),
  );
  const ground = [-0.9, 0.9].flatMap((y) =>
    moved(box((size + 0.05) * 4 + 0.2, 0.12, 0.08, matte('#a9794a', woodGrain()), 0.004), 0, y),
  );
  return studio(together(stack, spacers, ground), random, ['sky', 'sand', 'stone'], { azimuth: 34, elevation: 22 });
};

/** Bundles of ribbed bars. */
const rebar: SceneBuilder = (random, variant) => {
  const material = matte(variant === 'rust' ? '#9a5f3f' : '#6f747b', (_x, _y, z) =>
    Math.sin(z * 150) > 0.55 ? 0.72 : 1,
  );
  const rod = moved(turned(cylinder(0.028, 3, material, 0.003, 12), 'x', 90), 0, 1.5);
  const bundle = (): Model => {
    const rods = [0, 1, 2, 3, 4, 5].flatMap((layer) =>
      Array.from({ length: 9 - Math.abs(layer - 2) }, (_, column) =>
        moved(rod, (column - (8 - Math.abs(layer - 2)) / 2) * 0.058, random.between(-0.06, 0.06), 0.03 + layer * 0.05),
      ).flat(),
    );
    const ties = [-1, 0, 1].flatMap((y) =>
      moved(turned(scaled(torus(0.25, 0.01, satin('#34383e'), 32), 1.06, 0.68, 1), 'x', 90), 0, y, 0.16),
    );
    return together(rods, ties);
  };
  return studio(
    together(
      moved(bundle(), -0.32, 0, 0.06),
      moved(bundle(), 0.32, 0.1, 0.06),
      moved(bundle(), 0, 0.05, 0.38),
      turned(timberUnder(1.5, -1, 0, 1), 'z', 90),
    ),
    random,
    ['sand', 'stone', 'sky'],
    { azimuth: 34, elevation: 22 },
  );
};

/** Roller bearings; "brass": with a brass cage. */
const bearings: SceneBuilder = (random, variant) => {
  const steel = { ...metal('#ccd2d8'), gloss: 0.86 };
  const cage = variant === 'brass' ? { ...metal('#d6a94a'), gloss: 0.7 } : { ...metal('#9aa2ab'), gloss: 0.6 };
  const bearing = (radius: number): Model => {
    const width = radius * 0.62;
    const balls = Array.from({ length: 12 }, (_, index) => {
      const angle = (index / 12) * Math.PI * 2;
      return moved(
        cylinder(radius * 0.135, width * 0.86, steel, 0.02, 20),
        Math.cos(angle) * radius * 0.73,
        Math.sin(angle) * radius * 0.73,
        width * 0.07,
      );
    });
    const ring = (outer: number, inner: number, material: Material) =>
      lathe(
        [
          [inner, 0.012],
          [inner + 0.012, 0],
          [outer - 0.012, 0],
          [outer, 0.012],
          [outer, width - 0.012],
          [outer - 0.012, width],
          [inner + 0.012, width],
          [inner, width - 0.012],
          [inner, 0.012],
        ],
        material,
        64,
      );
    return together(
      ring(radius, radius * 0.86, steel),
      ring(radius * 0.6, radius * 0.44, steel),
      moved(pipe(radius * 0.79, radius * 0.67, width * 0.12, cage), 0, 0, width * 0.78),
      ...balls,
    );
  };
  const standing = moved(turned(bearing(0.42), 'x', 90), 0, 0.13, 0.42);
  const model = together(
    moved(turned(standing, 'z', random.between(-16, 16)), -0.42, 0.25),
    moved(bearing(0.34), 0.36, 0.1),
    moved(bearing(0.24), 0.36, 0.1, 0.215),
    moved(bearing(0.2), -0.12, -0.46),
    moved(bearing(0.14), 0.3, -0.5),
  );
  return studio(model, random, ['sand', 'sky', 'stone'], { azimuth: 12, elevation: 26 });
};

function gear(radius: number, thickness: number, teeth: number, material: Material): Model {
  const outline = Array.from({ length: teeth }, (_, tooth) =>
    [
      [0, 0.86],
      [0.22, 0.87],
      [0.34, 1],
      [0.66, 1],
      [0.78, 0.87],
    ].map(([part = 0, reach = 1]): Flat => {
      const angle = ((tooth + part) / teeth) * Math.PI * 2;
      return [Math.cos(angle) * radius * reach, Math.sin(angle) * radius * reach];
    }),
  ).flat();
  const hub = moved(pipe(radius * 0.3, radius * 0.16, thickness * 1.5, material, 40), 0, 0, 0);
  const dark = {
    ...material,
    color: [material.color[0] * 0.3, material.color[1] * 0.3, material.color[2] * 0.3] as const,
  };
  const holes = Array.from({ length: 5 }, (_, index) =>
    moved(
      cylinder(radius * 0.1, 0.004, dark, 0.001, 24),
      Math.cos(index * 1.2566) * radius * 0.55,
      Math.sin(index * 1.2566) * radius * 0.55,
      thickness,
    ),
  );
  return together(
    prism(outline, thickness, material),
    hub,
    moved(cylinder(radius * 0.158, 0.004, dark, 0.001, 32), 0, 0, thickness * 1.49),
    ...holes,
  );
}

/** Toothed wheels; "brass" and "aluminium" for other metals. */
const gears: SceneBuilder = (random, variant) => {
  const colors: Readonly<Record<string, string>> = { brass: '#cda24c', aluminium: '#d9dde0' };
  const material = { ...metal(colors[variant] ?? '#a9b0b8'), gloss: 0.62 };
  const model = together(
    moved(turned(moved(turned(gear(0.44, 0.14, 22, material), 'z', 4), 0, 0), 'x', 82), 0.06, 0.36, 0.42),
    moved(gear(0.4, 0.13, 20, material), -0.46, -0.08),
    moved(gear(0.28, 0.12, 15, material), -0.46, -0.08, 0.2),
    moved(gear(0.3, 0.12, 16, material), 0.34, -0.2),
    moved(gear(0.18, 0.1, 11, material), 0.0, -0.54),
  );
  return studio(model, random, ['sand', 'sky', 'cream'], { azimuth: 14, elevation: 30 });
};

const hexagon = (radius: number): Flat[] =>
  Array.from({ length: 6 }, (_, index) => [
    Math.cos((index * Math.PI) / 3) * radius,
    Math.sin((index * Math.PI) / 3) * radius,
  ]);

/** Bolts and nuts; "hinge": fittings for furniture. */
const bolts: SceneBuilder = (random, variant) => {
  const zinc = { ...metal(variant === 'hinge' ? '#b9bec4' : '#c9ced3'), gloss: 0.72 };
  const bolt = (length: number, radius: number) =>
    together(
      prism(hexagon(radius * 1.9), radius * 1.25, zinc),
      moved(
        cylinder(
          radius,
          length,
          { ...zinc, pattern: (_x, _y, z) => (z > length * 0.4 ? 1 - 0.4 * (0.5 + 0.5 * Math.sin(z * 420)) : 1) },
          0.008,
          28,
        ),
        0,
        0,
        radius * 1.2,
      ),
    );
  const nut = (radius: number) =>
    together(
      prism(hexagon(radius * 1.9), radius * 1.5, zinc),
      moved(cylinder(radius, 0.003, matte('#2f3338'), 0.001), 0, 0, radius * 1.5),
    );
  const heap = Array.from({ length: 26 }, (_, index) => {
    const length = random.between(0.3, 0.5);
    const lyingBolt = moved(turned(turned(bolt(length, 0.045), 'y', 90), 'z', random.between(0, 360)), 0, 0, 0.08);
    const ring = index < 14 ? 0.34 : 0.16;
    return moved(lyingBolt, random.between(-ring, ring), random.between(-ring, ring), Math.floor(index / 9) * 0.085);
  });
  const standing = [0, 1, 2, 3].flatMap((index) =>
    moved(bolt(0.42 - index * 0.07, 0.06 - index * 0.007), -0.75 + index * 0.2, -0.62),
  );
  const nuts = [0, 1, 2, 3, 4, 5].map((index) =>
    moved(
      turned(nut(0.055), 'z', random.between(0, 60)),
      0.16 + (index % 3) * 0.27,
      -0.56 - Math.floor(index / 3) * 0.25,
    ),
  );
  return studio(together(...heap, standing, ...nuts), random, ['slate', 'stone', 'sky'], {
    azimuth: 16,
    elevation: 30,
  });
};

/** Industrial valves with hand wheels. */
const valve: SceneBuilder = (random, variant) => {
  const paint = satin(variant === 'red' ? '#b3362b' : random.pick(['#2f6aa3', '#2d7a6b']));
  const bolted = (radius: number): Model =>
    together(
      cylinder(radius, 0.07, paint, 0.01, 48),
      ...Array.from({ length: 8 }, (_, index) =>
        moved(
          prism(hexagon(0.035), 0.11, metal('#c5cad0')),
          Math.cos((index * Math.PI) / 4) * radius * 0.8,
          Math.sin((index * Math.PI) / 4) * radius * 0.8,
          -0.02,
        ),
      ),
    );
  const one = (): Model => {
    const body = moved(
      lying(
        lathe(
          [
            [0, 0],
            [0.2, 0],
            [0.2, 0.1],
            [0.27, 0.25],
            [0.27, 0.45],
            [0.2, 0.6],
            [0.2, 0.7],
            [0, 0.7],
          ],
          paint,
          48,
        ),
        0.36,
      ),
      -0.35,
      0,
    );
    const flanges = [-0.37, 0.3].flatMap((x) => moved(lying(bolted(0.36), 0.36), x, 0));
    const neck = moved(
      together(
        cylinder(0.13, 0.3, paint),
        moved(bolted(0.2), 0, 0, 0.26),
        moved(cylinder(0.03, 0.32, metal('#c5cad0')), 0, 0, 0.32),
      ),
      0,
      0,
      0.56,
    );
    const wheel = moved(
      together(
        torus(0.24, 0.028, satin('#2b2f35')),
        ...[0, 60, 120].map((angle) =>
          turned(moved(box(0.46, 0.035, 0.025, satin('#2b2f35')), 0, 0, 0.015), 'z', angle),
        ),
        cylinder(0.06, 0.07, satin('#2b2f35')),
      ),
      0,
      0,
      1.16,
    );
    return together(body, flanges, neck, wheel);
  };
  const model = together(one(), moved(turned(scaled(one(), 0.66), 'z', 35), random.pick([-1, 1]) * 0.95, -0.25));
  return studio(model, random, ['cream', 'stone', 'sage'], { azimuth: 24, elevation: 18 });
};

/** A centrifugal pump with its motor on a frame. */
const pump: SceneBuilder = (random, variant) => {
  const paint = satin(variant === 'blue' ? '#2a5f9e' : '#c9782a');
  const dark = satin('#3a4048');
  const casing = moved(
    turned(
      lathe(
        [
          [0, 0],
          [0.42, 0],
          [0.48, 0.06],
          [0.48, 0.3],
          [0.42, 0.36],
          [0, 0.36],
        ],
        paint,
        56,
      ),
      'y',
      90,
    ),
    -0.9,
    0,
    0.62,
  );
  const inlet = moved(turned(together(cylinder(0.2, 0.3, paint), cylinder(0.28, 0.07, paint)), 'y', 90), -1.2, 0, 0.62);
  const outlet = moved(
    together(cylinder(0.15, 0.45, paint), moved(cylinder(0.24, 0.06, paint), 0, 0, 0.42)),
    -0.72,
    0.28,
    0.85,
  );
  const shaft = moved(turned(cylinder(0.07, 0.6, metal('#c0c6cc')), 'y', 90), -0.55, 0, 0.62);
  const housing = moved(turned(cylinder(0.18, 0.4, dark, 0.03), 'y', 90), -0.45, 0, 0.62);
  const motor = moved(
    turned(
      together(
        cylinder(0.34, 0.8, satin('#4b6a86'), 0.05),
        ...Array.from({ length: 20 }, (_, index) =>
          turned(moved(box(0.04, 0.02, 0.6, satin('#4b6a86'), 0.004), 0.35, 0, 0.1), 'z', index * 18),
        ),
        moved(cylinder(0.3, 0.12, dark, 0.03), 0, 0, 0.78),
      ),
      'y',
      90,
    ),
    0.05,
    0,
    0.62,
  );
  const terminal = moved(box(0.26, 0.2, 0.16, satin('#4b6a86')), 0.4, 0, 0.96);
  const frame = together(
    ...[-0.3, 0.3].map((y) => moved(box(2.1, 0.1, 0.12, dark), -0.1, y)),
    ...[-0.9, -0.3, 0.3, 0.7].map((x) => moved(box(0.1, 0.6, 0.1, dark), x, 0)),
    ...[-0.72, -0.25, 0.2, 0.7].map((x) => moved(box(0.12, 0.4, 0.24, dark), x, 0, 0.1)),
  );
  return studio(
    together(casing, inlet, outlet, shaft, housing, motor, terminal, frame),
    random,
    ['sand', 'sky', 'stone'],
    { azimuth: 26, elevation: 18 },
  );
};

/** Shock absorbers with coil springs. */
const shockAbsorbers: SceneBuilder = (random) => {
  const spring = random.pick(['#c23b2e', '#2f6aa3', '#e0a020']);
  const one = (): Model => {
    const coil = Array.from({ length: 130 }, (_, index): Point => [
      Math.cos(index * 0.42) * 0.13,
      Math.sin(index * 0.42) * 0.13,
      0.34 + index * 0.0048,
    ]);
    return together(
      cylinder(0.075, 0.62, satin('#2f343a')),
      moved(cylinder(0.03, 0.7, metal('#d6dade')), 0, 0, 0.4),
      moved(cylinder(0.17, 0.03, satin('#2f343a')), 0, 0, 0.31),
      moved(cylinder(0.17, 0.04, satin('#2f343a')), 0, 0, 0.98),
      bar(coil, 0.022, glossy(spring), 10),
      moved(turned(torus(0.06, 0.025, satin('#2f343a'), 28), 'x', 90), 0, 0, 0.0),
      moved(turned(torus(0.05, 0.022, satin('#2f343a'), 28), 'x', 90), 0, 0, 1.16),
    );
  };
  const model = together(
    ...[0, 1, 2].map((index) => moved(one(), index * 0.46 - 0.46, index * 0.16, 0.085)),
    moved(turned(turned(one(), 'y', 90), 'z', -12), -0.7, -0.45, 0.17),
  );
  return studio(model, random, ['stone', 'sky', 'slate'], { azimuth: 16, elevation: 20 });
};

/** Brake discs with pads. */
const brakeDiscs: SceneBuilder = (random) => {
  const iron = { ...metal('#bcc2c8', (x, y) => 1 - 0.08 * Math.sin(Math.hypot(x, y) * 300)), gloss: 0.55 };
  const coat = { ...rough('#8f979f'), gloss: 0.4 };
  const disc = (radius: number): Model => {
    const studs = Array.from({ length: 5 }, (_, index) =>
      moved(
        cylinder(0.03, 0.004, matte('#24272b'), 0.001, 20),
        Math.cos(index * 1.2566) * radius * 0.3,
        Math.sin(index * 1.2566) * radius * 0.3,
        0.2,
      ),
    );
    return together(
      lathe(
        [
          [radius * 0.5, 0],
          [radius, 0],
          [radius, 0.025],
          [radius * 0.5, 0.025],
        ],
        iron,
        64,
      ),
      lathe(
        [
          [radius * 0.55, 0.028],
          [radius * 0.96, 0.028],
          [radius * 0.96, 0.055],
          [radius * 0.55, 0.055],
        ],
        matte('#3a3f45', (x, y) => (Math.sin(Math.atan2(y, x) * 60) > 0 ? 1 : 0.45)),
        64,
      ),
      lathe(
        [
          [radius * 0.5, 0.058],
          [radius, 0.058],
          [radius, 0.085],
          [radius * 0.5, 0.085],
          [radius * 0.5, 0.19],
          [radius * 0.47, 0.2],
          [radius * 0.16, 0.2],
          [radius * 0.16, 0.15],
        ],
        { ...coat, pattern: iron.pattern },
        64,
      ),
      ...studs,
    );
  };
  const pad = (): Model =>
    together(
      prism(
        [
          [-0.2, 0],
          [0.2, 0],
          [0.17, 0.16],
          [0, 0.19],
          [-0.17, 0.16],
        ],
        0.03,
        satin('#33383e'),
      ),
      moved(
        scaled(
          prism(
            [
              [-0.2, 0],
              [0.2, 0],
              [0.17, 0.16],
              [0, 0.19],
              [-0.17, 0.16],
            ],
            0.05,
            matte('#5a4a42'),
          ),
          0.86,
          0.86,
          1,
        ),
        0,
        0.01,
        0.03,
      ),
    );
  const model = together(
    moved(turned(disc(0.5), 'x', 78), -0.35, 0.42, 0.5),
    moved(disc(0.44), 0.36, 0.05),
    moved(disc(0.44), 0.36, 0.05, 0.2),
    moved(pad(), -0.3, -0.5),
    moved(turned(pad(), 'z', 16), 0.12, -0.64),
  );
  return studio(model, random, ['stone', 'sand', 'sky'], { azimuth: 14, elevation: 24 });
};

/** Tyres, stacked and standing; "large": for heavy machines. */
const tyres: SceneBuilder = (random, variant) => {
  const wide = variant === 'large' ? 0.3 : random.between(0.15, 0.2);
  const rubber = matte('#2b2d31', (x, y, z) => {
    const reach = Math.hypot(x, y);
    const isTread = reach > 0.465;
    const groove =
      Math.sin(Math.atan2(y, x) * (variant === 'large' ? 26 : 52) + Math.sign(z - wide) * 1.2 + (z - wide) * 9) > 0.55;
    return isTread && (groove || Math.abs(z - wide) < 0.012) ? 0.45 : 1;
  });
  const tyre = (): Model =>
    lathe(
      [
        [0.3, 0.04],
        [0.33, 0],
        [0.44, 0],
        [0.485, 0.04],
        [0.5, 0.09],
        [0.5, wide * 2 - 0.09],
        [0.485, wide * 2 - 0.04],
        [0.44, wide * 2],
        [0.33, wide * 2],
        [0.3, wide * 2 - 0.04],
        [0.29, wide],
        [0.3, 0.04],
      ],
      rubber,
      72,
    );
  const layers = variant === 'large' ? 2 : random.whole(2, 4);
  const model = together(
    ...Array.from({ length: layers }, (_, layer) => moved(tyre(), 0.55, 0.15, layer * wide * 2)),
    ...(random.chance(0.5) ? [moved(tyre(), -0.5, 0.5)] : []),
    moved(turned(turned(moved(tyre(), 0, 0, -wide), 'x', 90), 'z', random.between(14, 34)), -0.42, -0.2, 0.5),
  );
  return studio(model, random, ['sand', 'sage', 'stone', 'blush'], { azimuth: 18, elevation: 20 });
};

/** Moulded plastic housings. */
const plasticParts: SceneBuilder = (random, variant) => {
  const plastic = { ...satin(variant === 'black' ? '#2c2f35' : random.pick(['#3f7fb0', '#d9d7d0'])), gloss: 0.45 };
  const brass = { ...metal('#d2a647'), gloss: 0.7 };
  const housing = (): Model =>
    together(
      box(0.42, 0.34, 0.03, plastic, 0.012),
      ...[-1, 1].map((side) => moved(box(0.42, 0.025, 0.16, plastic, 0.01), 0, side * 0.158)),
      ...[-1, 1].map((side) => moved(box(0.025, 0.34, 0.16, plastic, 0.01), side * 0.198, 0)),
      ...[-1, 1].flatMap((a) =>
        [-1, 1].map((b) =>
          together(
            moved(cylinder(0.035, 0.15, plastic, 0.006, 24), a * 0.14, b * 0.1),
            moved(pipe(0.02, 0.011, 0.01, brass, 20), a * 0.14, b * 0.1, 0.15),
          ),
        ),
      ),
      ...[-0.06, 0, 0.06].map((y) => moved(box(0.2, 0.012, 0.09, plastic, 0.003), 0, y)),
    );
  const lid = (): Model =>
    together(
      box(0.42, 0.34, 0.035, plastic, 0.014),
      moved(box(0.2, 0.12, 0.006, satin('#e5e7ea'), 0.002), 0, 0, 0.034),
    );
  const model = together(
    inGrid(3, 2, (column, row) =>
      moved(
        turned(
          row === 0 || column === 1 ? housing() : together(housing(), moved(lid(), 0, 0, 0.162)),
          'z',
          random.between(-5, 5),
        ),
        (column - 1) * 0.52,
        row * 0.46,
      ),
    ),
    moved(turned(lid(), 'z', 22), -0.5, -0.42),
    moved(turned(lid(), 'z', -12), 0.1, -0.45),
  );
  return studio(model, random, ['cream', 'mint', 'blush'], { azimuth: 18, elevation: 34 });
};

/** Stainless tanks with pipes and gauges. */
const tanks: SceneBuilder = (random) => {
  const steel = { ...metal('#cfd5da', banded(2, 0.3, 0.05)), gloss: 0.66 };
  const tank = (height: number): Model =>
    together(
      ...[0, 120, 240].map((angle) => turned(moved(cylinder(0.035, 0.4, metal('#9aa2aa')), 0.3, 0), 'z', angle)),
      moved(
        lathe(
          [
            [0, 0],
            [0.1, 0.02],
            [0.4, 0.16],
            [0.4, height],
            [0.3, height + 0.12],
            [0, height + 0.17],
          ],
          steel,
          56,
        ),
        0,
        0,
        0.3,
      ),
      moved(cylinder(0.14, 0.07, metal('#9aa2aa')), 0, 0, height + 0.45),
      moved(turned(cylinder(0.07, 0.02, satin('#f3f1ea')), 'x', 90), 0, -0.4, 0.9),
    );
  const pipework = bar(
    [
      [-0.95, -0.3, 0.22],
      [0, -0.36, 0.22],
      [0.95, -0.3, 0.22],
    ],
    0.035,
    metal('#b5bcc3'),
  );
  return studio(
    together(moved(tank(1.25), -0.95, 0.1), tank(1.25), moved(tank(1.0), 0.95, 0.1), pipework),
    random,
    ['sky', 'mint', 'stone'],
    { azimuth: 20, elevation: 16 },
  );
};

/** A milling machine with its window and panel. */
const cncMachine: SceneBuilder = (random) => {
  const body = satin('#e9ebed');
  const trim = satin(random.pick(['#2d5f8a', '#3c4652', '#b23b30']));
  const model = together(
    box(2, 1.2, 1.6, body, 0.05),
    moved(box(2.02, 1.22, 0.16, trim, 0.02), 0, 0, 0),
    moved(box(1.1, 0.04, 0.95, satin('#23292f'), 0.02), -0.25, -0.6, 0.45),
    moved(box(1.0, 0.03, 0.85, glossy('#4e6272'), 0.01), -0.25, -0.615, 0.5),
    moved(box(0.05, 0.08, 0.6, metal('#c9ced4'), 0.02), -0.74, -0.66, 0.62),
    moved(box(0.42, 0.16, 0.62, trim, 0.03), 0.74, -0.68, 0.72),
    moved(box(0.32, 0.02, 0.24, glossy('#7fc4d8'), 0.006), 0.74, -0.765, 1.04),
    inGrid(4, 3, (column, row) =>
      moved(
        box(0.05, 0.02, 0.035, satin(column === 3 && row === 0 ? '#cf3a2e' : '#d9dde1'), 0.004),
        0.62 + column * 0.08,
        -0.765,
        0.78 + row * 0.07,
      ),
    ),
    moved(cylinder(0.06, 0.3, satin('#d9a021')), 0.85, 0.3, 1.6),
    moved(box(1.2, 0.6, 0.12, trim, 0.02), -0.2, 0.1, 1.6),
  );
  return studio(model, random, ['stone', 'sky', 'cream'], { azimuth: 28, elevation: 16 });
};

export const metalwork = {
  steelCoils,
  steelPipes,
  beams,
  rebar,
  bearings,
  gears,
  bolts,
  valve,
  pump,
  shockAbsorbers,
  brakeDiscs,
  tyres,
  plasticParts,
  tanks,
  cncMachine,
};
