import type { Material } from './materials.ts';
import { cross, minus, unit, type Vector } from './vectors.ts';

/**
 * Triangles of one material. All shapes stand on the floor (z = 0 and up), centred on x and y, with x to the right and
 * y away from the viewer; one unit is about the size of a hand-held thing or of a pallet, as the scene needs.
 */
export interface Part {
  positions: Float64Array;
  normals: Float64Array;
  /** Places on the object before it was moved or turned: patterns follow the object. */
  locals: Float64Array;
  material: Material;
}

export type Model = readonly Part[];
export type Point = Vector;
export type Flat = readonly [x: number, y: number];

// Building triangles -----------------------------------------------------------------------------------------------------

interface Corner {
  at: Point;
  normal: Point;
}

function part(material: Material, triangles: readonly (readonly [Corner, Corner, Corner])[]): Part {
  const positions = new Float64Array(triangles.length * 9);
  const normals = new Float64Array(triangles.length * 9);
  let end = 0;
  for (const corners of triangles) {
    for (const { at, normal } of corners) {
      positions[end] = at[0];
      normals[end++] = normal[0];
      positions[end] = at[1];
      normals[end++] = normal[1];
      positions[end] = at[2];
      normals[end++] = normal[2];
    }
  }
  return { positions, normals, locals: positions, material };
}

/** Triangles of a grid of corners, row by row. */
function grid(material: Material, rows: readonly (readonly Corner[])[]): Part {
  return part(material, trianglesOf(rows));
}

function trianglesOf(rows: readonly (readonly Corner[])[]): [Corner, Corner, Corner][] {
  const triangles: [Corner, Corner, Corner][] = [];
  for (let i = 0; i + 1 < rows.length; i++) {
    const lower = rows[i]!;
    const upper = rows[i + 1]!;
    for (let j = 0; j + 1 < lower.length; j++) {
      triangles.push([lower[j]!, lower[j + 1]!, upper[j + 1]!], [lower[j]!, upper[j + 1]!, upper[j]!]);
    }
  }
  return triangles;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

// Moving -----------------------------------------------------------------------------------------------------------------

/** Rows of a matrix: what x, y and z of the result take from x, y and z. */
type Matrix = readonly [Point, Point, Point];

function mapped(values: Float64Array, [rowX, rowY, rowZ]: Matrix): Float64Array {
  const result = new Float64Array(values.length);
  for (let i = 0; i < values.length; i += 3) {
    const x = values[i]!;
    const y = values[i + 1]!;
    const z = values[i + 2]!;
    result[i] = rowX[0] * x + rowX[1] * y + rowX[2] * z;
    result[i + 1] = rowY[0] * x + rowY[1] * y + rowY[2] * z;
    result[i + 2] = rowZ[0] * x + rowZ[1] * y + rowZ[2] * z;
  }
  return result;
}

/** The model at another place. */
export function moved(model: Model, dx: number, dy: number, dz = 0): Model {
  return model.map((one) => {
    const positions = one.positions.slice();
    for (let i = 0; i < positions.length; i += 3) {
      positions[i] = positions[i]! + dx;
      positions[i + 1] = positions[i + 1]! + dy;
      positions[i + 2] = positions[i + 2]! + dz;
    }
    return { ...one, positions };
  });
}

/** Turned about an axis through the origin, in degrees, anticlockwise seen from the tip of the axis. */
export function turned(model: Model, axis: 'x' | 'y' | 'z', degrees: number): Model {
  const sine = Math.sin((degrees * Math.PI) / 180);
  const cosine = Math.cos((degrees * Math.PI) / 180);
  const matrices: Record<typeof axis, Matrix> = {
    x: [
      [1, 0, 0],
      [0, cosine, -sine],
      [0, sine, cosine],
    ],
    y: [
      [cosine, 0, sine],
      [0, 1, 0],
      [-sine, 0, cosine],
    ],
    z: [
      [cosine, -sine, 0],
      [sine, cosine, 0],
      [0, 0, 1],
    ],
  };
  return model.map((one) => ({
    ...one,
    positions: mapped(one.positions, matrices[axis]),
    normals: mapped(one.normals, matrices[axis]),
  }));
}

/** Stretched from the origin; a negative factor mirrors. */
export function scaled(model: Model, sx: number, sy = sx, sz = sx): Model {
  return model.map((one) => ({
    ...one,
    positions: mapped(one.positions, [
      [sx, 0, 0],
      [0, sy, 0],
      [0, 0, sz],
    ]),
    normals: mapped(one.normals, [
      [1 / sx, 0, 0],
      [0, 1 / sy, 0],
      [0, 0, 1 / sz],
    ]),
  }));
}

/** Lying along x, resting on the floor: for shapes of round section with this radius. */
export const lying = (model: Model, radius: number): Model => moved(turned(model, 'y', 90), 0, 0, radius);

// Shapes -----------------------------------------------------------------------------------------------------------------

/** A box with rounded edges. */
export function box(width: number, depth: number, height: number, material: Material, radius = 0.015): Model {
  const [hx, hy, hz] = [width / 2, depth / 2, height / 2];
  const edge = Math.min(radius, hx * 0.98, hy * 0.98, hz * 0.98);
  const within = (value: number, half: number) => Math.max(edge - half, Math.min(half - edge, value));
  const corner = (x: number, y: number, z: number): Corner => {
    const [ix, iy, iz] = [within(x, hx), within(y, hy), within(z, hz)];
    const normal = unit([x - ix, y - iy, z - iz]);
    return { at: [ix + normal[0] * edge, iy + normal[1] * edge, iz + normal[2] * edge + hz], normal };
  };
  const steps = (half: number) => [-half, edge - half, half - edge, half];
  const [xs, ys, zs] = [steps(hx), steps(hy), steps(hz)];
  return [
    part(material, [
      ...[-hy, hy].flatMap((y) => trianglesOf(zs.map((z) => xs.map((x) => corner(x, y, z))))),
      ...[-hx, hx].flatMap((x) => trianglesOf(zs.map((z) => ys.map((y) => corner(x, y, z))))),
      ...[-hz, hz].flatMap((z) => trianglesOf(ys.map((y) => xs.map((x) => corner(x, y, z))))),
    ]),
  ];
}

/** A profile of [radius, height] turned about the z axis. Corners sharper than 35° stay sharp. */
export function lathe(profile: readonly Flat[], material: Material, segments = 44): Model {
  const directions = profile.slice(1).map(([radius, height], index): Flat => {
    const [before, below] = profile[index] ?? [0, 0];
    const length = Math.hypot(radius - before, height - below) || 1;
    return [(height - below) / length, -(radius - before) / length];
  });
  const angles = range(segments + 1).map((index) => (index / segments) * Math.PI * 2);
  const ringAt = ([radius, height]: Flat, [out, up]: Flat): Corner[] =>
    angles.map((angle) => ({
      at: [radius * Math.cos(angle), radius * Math.sin(angle), height],
      normal: unit([out * Math.cos(angle), out * Math.sin(angle), up]),
    }));
  const smooth = (own: Flat, other: Flat | undefined): Flat =>
    other && own[0] * other[0] + own[1] * other[1] > 0.82 ? [own[0] + other[0], own[1] + other[1]] : own;
  return [
    part(
      material,
      directions.flatMap((direction, index) =>
        trianglesOf([
          ringAt(profile[index] ?? [0, 0], smooth(direction, directions[index - 1])),
          ringAt(profile[index + 1] ?? [0, 0], smooth(direction, directions[index + 1])),
        ]),
      ),
    ),
  ];
}

/** An upright cylinder with softly broken edges. */
export function cylinder(radius: number, height: number, material: Material, edge = 0.012, segments = 44): Model {
  const soft = Math.min(edge, radius * 0.4, height * 0.4);
  return lathe(
    [
      [0, 0],
      [radius - soft, 0],
      [radius, soft],
      [radius, height - soft],
      [radius - soft, height],
      [0, height],
    ],
    material,
    segments,
  );
}

/** An upright pipe. */
export function pipe(radius: number, inner: number, height: number, material: Material, segments = 48): Model {
  return lathe(
    [
      [inner, 0],
      [radius, 0],
      [radius, height],
      [inner, height],
      [inner, 0],
    ],
    material,
    segments,
  );
}

/** A ball. */
export function ball(radius: number, material: Material, segments = 24): Model {
  const profile = range(13).map((index): Flat => {
    const angle = (index / 12 - 0.5) * Math.PI;
    return [Math.max(0, Math.cos(angle)) * radius, radius + Math.sin(angle) * radius];
  });
  return lathe(profile, material, segments);
}

/** A flat ring of round section, lying. */
export function torus(radius: number, thickness: number, material: Material, segments = 48): Model {
  const profile = range(15).map((index): Flat => {
    const angle = (index / 14) * Math.PI * 2 - Math.PI / 2;
    return [radius + Math.cos(angle) * thickness, thickness + Math.sin(angle) * thickness];
  });
  return lathe(profile, material, segments);
}

/** A cushion-like body: `boxy` from 0.2 (nearly a box) to 1 (an ellipsoid); `bumps` adds an uneven surface. */
export function cushion(
  width: number,
  depth: number,
  height: number,
  material: Material,
  {
    boxy = 0.45,
    flat = 0.7,
    bumps = (): number => 0,
  }: { boxy?: number; flat?: number; bumps?: (u: number, v: number) => number } = {},
): Model {
  const power = (value: number, exponent: number) => Math.sign(value) * Math.abs(value) ** exponent;
  const [columns, rows] = [48, 24];
  const at = (i: number, j: number): Point => {
    const around = (i / columns) * Math.PI * 2;
    const up = (j / rows - 0.5) * Math.PI;
    const swell = 1 + bumps(around, up) * Math.cos(up) ** 2;
    const reach = power(Math.cos(up), flat) * swell;
    return [
      (width / 2) * reach * power(Math.cos(around), boxy),
      (depth / 2) * reach * power(Math.sin(around), boxy),
      (height / 2) * (1 + power(Math.sin(up), flat) * swell),
    ];
  };
  const corner = (i: number, j: number): Corner => {
    const along = minus(at(i + 0.5, j), at(i - 0.5, j));
    const upward = minus(at(i, Math.min(rows, j + 0.5)), at(i, Math.max(0, j - 0.5)));
    const normal = cross(along, upward);
    const isPole = Math.hypot(...normal) < 1e-9;
    return { at: at(i, j), normal: isPole ? [0, 0, j === 0 ? -1 : 1] : unit(normal) };
  };
  return [
    grid(
      material,
      range(rows + 1).map((j) => range(columns + 1).map((i) => corner(i, j))),
    ),
  ];
}

/** A round bar along a path. */
export function bar(path: readonly Point[], radius: number, material: Material, segments = 14): Model {
  let side: Point = [0, 0, 1];
  const rings = path.map((point, index): Corner[] => {
    const ahead = unit(
      minus(path[Math.min(index + 1, path.length - 1)] ?? point, path[Math.max(index - 1, 0)] ?? point),
    );
    const first = unit(cross(ahead, Math.abs(ahead[2]) > 0.95 && index === 0 ? [1, 0, 0] : side));
    const second = cross(first, ahead);
    side = second;
    return range(segments + 1).map((step) => {
      const angle = (step / segments) * Math.PI * 2;
      const [c, d] = [Math.cos(angle), Math.sin(angle)];
      const normal: Point = [c * first[0] + d * second[0], c * first[1] + d * second[1], c * first[2] + d * second[2]];
      return {
        at: [point[0] + normal[0] * radius, point[1] + normal[1] * radius, point[2] + normal[2] * radius],
        normal,
      };
    });
  });
  return [grid(material, rings)];
}

/** An upright prism over an outline, given anticlockwise. */
export function prism(outline: readonly Flat[], height: number, material: Material): Model {
  const sides = outline.map((from, index): Part => {
    const to = outline[(index + 1) % outline.length] ?? from;
    const normal = unit([to[1] - from[1], from[0] - to[0], 0]);
    const corner = ([x, y]: Flat, z: number): Corner => ({ at: [x, y, z], normal });
    return grid(material, [
      [corner(from, 0), corner(to, 0)],
      [corner(from, height), corner(to, height)],
    ]);
  });
  const cap = (z: number, normal: Point) =>
    part(
      material,
      triangulated(outline).map(([a, b, c]) => [
        { at: [...a, z], normal },
        { at: [...b, z], normal },
        { at: [...c, z], normal },
      ]),
    );
  return [...sides, cap(height, [0, 0, 1]), cap(0, [0, 0, -1])];
}

/** Ear clipping: fine for the few corners of our outlines. */
function triangulated(outline: readonly Flat[]): [Flat, Flat, Flat][] {
  const left = [...outline];
  const triangles: [Flat, Flat, Flat][] = [];
  const area = (a: Flat, b: Flat, c: Flat) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  while (left.length > 2) {
    const ear = left.findIndex((b, index) => {
      const a = left.at(index - 1);
      const c = left[(index + 1) % left.length];
      if (!a || !c || area(a, b, c) <= 0) return false;
      return !left.some(
        (p) => p !== a && p !== b && p !== c && area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0,
      );
    });
    const index = Math.max(0, ear);
    const [a, b, c] = [left.at(index - 1), left[index], left[(index + 1) % left.length]];
    if (a && b && c) triangles.push([a, b, c]);
    left.splice(index, 1);
  }
  return triangles;
}
