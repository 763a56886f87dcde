import { rgb, type Material, type Rgb } from './materials.ts';
import { openAt, opennessOf, type Openness } from './occlusion.ts';
import { FIRST_PART, FLOOR, NOTHING, SAMPLES, samplesOf, type Samples } from './samples.ts';
import { shadowsOf, type Shadows } from './shadows.ts';
import type { Model } from './shapes.ts';
import { FILL_LIGHT, KEY_LIGHT, smooth, viewOf, type View } from './view.ts';

/** What is photographed, and how. */
export interface Scene {
  model: Model;
  /** Colours of the floor and of the wall or sky behind. */
  floor: string;
  wall: string;
  /** Degrees the viewer walks around to the right, and looks down. */
  azimuth: number;
  elevation: number;
  /** Changes the floor by place, as a pattern does. */
  ground?: Material['pattern'];
  /** How much of the frame the model fills: 0.8 leaves a margin, more than 1 crops. */
  fill?: number;
}

export interface Photo {
  width: number;
  height: number;
  /** RGB bytes, row by row. */
  pixels: Uint8Array;
}

const EXPOSURE = 0.92;
const SHOULDER = 0.6;
const GAMMA = 1 / 2.2;
const CURVE_STEPS = 16_384;
/** Neighbouring samples whose normals agree this much are shaded once. */
const SAME_DIRECTION = 0.97;
const WARMTH = [1.06, 1, 0.92] as const;
const AXES = [0, 1, 2] as const;
const GLASS_BODY = 0.22;
const ROOM_LIGHT = 0.16;

/** Photographs a scene: perspective, one soft key light with shadows, fill light, occlusion and reflections. */
export function photograph(scene: Scene, width: number, height: number): Photo {
  const view = viewOf(scene, width * SAMPLES, height * SAMPLES);
  const solid = scene.model.filter((part) => part.material.clear === 0);
  const clear = scene.model.filter((part) => part.material.clear > 0);
  const samples = samplesOf(solid, view);
  const film = new Film(scene, view, shadowsOf(solid.length > 0 ? solid : clear));
  film.expose(solid, samples, opennessOf(samples, view));
  if (clear.length > 0) film.exposeGlass(clear, samplesOf(clear, view, samples.depth));
  return { width, height, pixels: film.developed() };
}

/** Collects light pixel by pixel. Numbers are kept apart instead of in vectors: this runs millions of times. */
class Film {
  readonly #view: View;
  readonly #shadows: Shadows;
  readonly #floor: Material;
  readonly #wall: Rgb;
  readonly #width: number;
  readonly #height: number;
  readonly #light: Float32Array;
  /** What the last shading gave. */
  readonly #seen = new Float64Array(3);
  readonly #around = new Float64Array(3);
  readonly #color = new Float64Array(3);
  readonly #group = new Int32Array(SAMPLES * SAMPLES);

  constructor(scene: Scene, view: View, shadows: Shadows) {
    this.#view = view;
    this.#shadows = shadows;
    this.#floor = { color: rgb(scene.floor), gloss: 0.05, isMetal: false, clear: 0, pattern: scene.ground };
    this.#wall = rgb(scene.wall);
    this.#width = view.width / SAMPLES;
    this.#height = view.height / SAMPLES;
    this.#light = new Float32Array(this.#width * this.#height * 3);
  }

  /** Exposes the floor, the wall and a solid model: a pixel once where its samples agree, else each of them. */
  expose(model: Model, samples: Samples, openness: Openness): void {
    for (let row = 0; row < this.#height; row++) {
      for (let column = 0; column < this.#width; column++) {
        const agree = this.#gather(samples, column, row);
        const rounds = agree ? 1 : this.#group.length;
        for (let index = 0; index < rounds; index++) {
          const place = this.#group[index]!;
          const id = samples.id[place]!;
          if (id === NOTHING) this.#seeWall(column, row);
          else {
            const material = id === FLOOR ? this.#floor : model[id - FIRST_PART]!.material;
            this.#mixColor(material, samples, index, agree ? this.#group.length : index + 1);
            this.#shade(
              material,
              samples,
              place,
              openAt(openness, place % this.#view.width, Math.floor(place / this.#view.width)),
            );
            if (id === FLOOR) this.#fadeIntoWall(samples, place, column, row);
          }
          this.#collect(column, row, 1 / rounds);
        }
      }
    }
  }

  /** Lays glass over what was exposed. */
  exposeGlass(model: Model, samples: Samples): void {
    for (let row = 0; row < this.#height; row++) {
      for (let column = 0; column < this.#width; column++) {
        this.#gather(samples, column, row);
        let covered = 0;
        let front = -1;
        for (const place of this.#group) {
          if (samples.id[place] === NOTHING) continue;
          covered += 1 / this.#group.length;
          front = place;
        }
        if (front < 0) continue;
        const { material } = model[samples.id[front]! - FIRST_PART]!;
        // Glass has hardly a colour of its own: it tints what passes.
        for (const axis of AXES) this.#color[axis] = material.color[axis] * GLASS_BODY;
        const facing = this.#shade(material, samples, front, 1);
        const through = material.clear * (1 - 0.75 * (1 - facing) ** 2);
        const pixel = (row * this.#width + column) * 3;
        for (const axis of AXES) {
          const behind = this.#light[pixel + axis]!;
          const passing = behind * through * (0.55 + 0.45 * material.color[axis]);
          this.#light[pixel + axis] =
            behind * (1 - covered) + (passing + shouldered(this.#seen[axis]!) * (1 - through)) * covered;
        }
      }
    }
  }

  /** Bytes for the screen. */
  developed(): Uint8Array {
    const curve = Uint8Array.from({ length: CURVE_STEPS + 1 }, (_, step) =>
      Math.round((step / CURVE_STEPS) ** GAMMA * 255),
    );
    const pixels = new Uint8Array(this.#light.length);
    for (let index = 0; index < pixels.length; index++)
      pixels[index] = curve[Math.round(Math.min(1, this.#light[index]!) * CURVE_STEPS)]!;
    return pixels;
  }

  /** Finds the samples of a pixel; answers whether they all see the same surface. */
  #gather({ id, normal }: Samples, column: number, row: number): boolean {
    const stride = this.#view.width;
    const first = (row * stride + column) * SAMPLES;
    this.#group[0] = first;
    this.#group[1] = first + 1;
    this.#group[2] = first + stride;
    this.#group[3] = first + stride + 1;
    for (let index = 1; index < this.#group.length; index++) {
      const other = this.#group[index]!;
      if (id[other] !== id[first]) return false;
      if (id[first] === NOTHING) continue;
      const [a, b] = [first * 3, other * 3];
      if (normal[a]! * normal[b]! + normal[a + 1]! * normal[b + 1]! + normal[a + 2]! * normal[b + 2]! < SAME_DIRECTION)
        return false;
    }
    return true;
  }

  /** The mean colour of samples `from` to `to` of the pixel. */
  #mixColor(material: Material, { local }: Samples, from: number, to: number): void {
    const { pattern, color } = material;
    if (!pattern) {
      for (const axis of AXES) this.#color[axis] = color[axis];
      return;
    }
    this.#color.fill(0);
    for (let index = from; index < to; index++) {
      const at = this.#group[index]! * 3;
      const change = pattern(local[at]!, local[at + 1]!, local[at + 2]!);
      for (const axis of AXES) {
        this.#color[axis] =
          this.#color[axis]! + (typeof change === 'number' ? color[axis] * change : change[axis]) / (to - from);
      }
    }
  }

  /** Light from a sample to the eye, into `seen`. Answers how much the surface faces the eye (0 to 1). */
  #shade(material: Material, { depth, normal }: Samples, place: number, open: number): number {
    const { eye, right, up, ahead, scale, centreX, centreY, width, radius } = this.#view;
    const viewX = ((place % width) + 0.5 - centreX) / scale;
    const viewY = (centreY - Math.floor(place / width) - 0.5) / scale;
    let sx = ahead[0] + right[0] * viewX + up[0] * viewY;
    let sy = ahead[1] + right[1] * viewX + up[1] * viewY;
    let sz = ahead[2] + up[2] * viewY;
    const distance = depth[place]!;
    const px = eye[0] + sx * distance;
    const py = eye[1] + sy * distance;
    const pz = eye[2] + sz * distance;
    const sightLength = Math.sqrt(sx * sx + sy * sy + sz * sz);
    sx /= sightLength;
    sy /= sightLength;
    sz /= sightLength;
    let nx = normal[place * 3]!;
    let ny = normal[place * 3 + 1]!;
    let nz = normal[place * 3 + 2]!;
    const normalLength = (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1) * (nx * sx + ny * sy + nz * sz > 0 ? -1 : 1);
    nx /= normalLength;
    ny /= normalLength;
    nz /= normalLength;

    const lift = radius * 0.012;
    const lit = this.#shadows(px + nx * lift, py + ny * lift, pz + nz * lift);
    const facing = Math.max(0, -(sx * nx + sy * ny + sz * nz));
    const rx = sx + 2 * facing * nx;
    const ry = sy + 2 * facing * ny;
    const rz = sz + 2 * facing * nz;
    const key = Math.max(0, nx * KEY_LIGHT[0] + ny * KEY_LIGHT[1] + nz * KEY_LIGHT[2]) * lit;
    const fill = Math.max(0, nx * FILL_LIGHT[0] + ny * FILL_LIGHT[1] + nz * FILL_LIGHT[2]) * 0.22 * open;
    const skyward = 0.5 + 0.5 * nz;
    const towardsKey = Math.max(0, rx * KEY_LIGHT[0] + ry * KEY_LIGHT[1] + rz * KEY_LIGHT[2]);
    const spark = towardsKey ** (8 + material.gloss * 130) * material.gloss * 0.75 * lit;
    this.#lookAround(rx, ry, rz, towardsKey);
    const isMetal = material.isMetal;
    const diffuseShare = isMetal ? 0.25 + (1 - material.gloss) * 0.54 : 1;
    const mirror = isMetal
      ? (0.35 + 0.65 * material.gloss) * (0.45 + 0.55 * open) * (0.6 + 0.4 * lit)
      : (0.04 + 0.5 * (1 - facing) ** 5) * material.gloss * open;
    const nearDim = open * (0.55 + 0.45 * open);
    for (const axis of AXES) {
      const base = this.#color[axis]!;
      const bounce = this.#floor.color[axis] * 0.42 * (1 - skyward) + (0.5 + 0.12 * this.#wall[axis]) * skyward;
      const diffuse = base * (bounce * nearDim + key * WARMTH[axis] + fill);
      this.#seen[axis] = diffuse * diffuseShare + this.#around[axis]! * mirror * (isMetal ? base : 1) + spark;
    }
    return facing;
  }

  /** What a mirror sees in a direction: the room, a large soft lamp above left and a strip of light on the right. */
  #lookAround(x: number, y: number, z: number, towardsKey: number): void {
    const height = smooth(-0.25, 0.35, z);
    const towardsFill = x * FILL_LIGHT[0] + y * FILL_LIGHT[1] + z * FILL_LIGHT[2];
    const lamps = smooth(0.72, 0.93, towardsKey) * 2.6 + smooth(0.86, 0.97, towardsFill) * 1.1;
    const dim = 0.42 + 0.5 * smooth(-0.2, 0.9, z);
    for (const axis of AXES)
      this.#around[axis] =
        (this.#floor.color[axis] * (1 - height) + this.#wall[axis] * height) * dim + ROOM_LIGHT + lamps;
  }

  /** The wall: a pool of light in the middle, darker towards the corners. */
  #seeWall(column: number, row: number): void {
    const light = this.#wallLight(column, row);
    for (const axis of AXES) this.#seen[axis] = this.#wall[axis] * light;
  }

  #wallLight(column: number, row: number): number {
    const away = Math.hypot((column / this.#width - 0.42) * 0.9, row / this.#height - 0.4);
    return 1.22 - 0.5 * away * away - 0.22 * away;
  }

  /** The floor runs up into the wall, as paper on a roll does. */
  #fadeIntoWall({ local }: Samples, place: number, column: number, row: number): void {
    const { radius } = this.#view;
    const far = smooth(radius * 1.1, radius * 3.4, Math.hypot(local[place * 3]!, local[place * 3 + 1]!));
    const light = this.#wallLight(column, row);
    for (const axis of AXES) this.#seen[axis] = this.#seen[axis]! * (1 - far) + this.#wall[axis] * light * far;
  }

  #collect(column: number, row: number, share: number): void {
    const pixel = (row * this.#width + column) * 3;
    for (const axis of AXES)
      this.#light[pixel + axis] = this.#light[pixel + axis]! + shouldered(this.#seen[axis]!) * share;
  }
}

/** Bright light is held back softly instead of cut off. */
function shouldered(value: number): number {
  const exposed = value * EXPOSURE;
  return exposed < SHOULDER
    ? exposed
    : SHOULDER + (1 - SHOULDER) * (1 - Math.exp(-(exposed - SHOULDER) / (1 - SHOULDER)));
}
