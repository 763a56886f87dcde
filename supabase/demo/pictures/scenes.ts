import { randomOf } from '../random.ts';
import { buildingMaterials } from './scenes/building-materials.ts';
import { homeAndTextiles } from './scenes/home-and-textiles.ts';
import { machinesAndDevices } from './scenes/machines-and-devices.ts';
import { metalwork } from './scenes/metalwork.ts';
import { packedGoods } from './scenes/packed-goods.ts';
import type { SceneBuilder } from './stage.ts';
import type { Scene } from './studio.ts';

const scenes = {
  ...buildingMaterials,
  ...homeAndTextiles,
  ...machinesAndDevices,
  ...metalwork,
  ...packedGoods,
} satisfies Record<string, SceneBuilder>;

type SceneName = keyof typeof scenes;

/** A picture: its scene, with a variant where the scene has several ("fruitCrates/mango"). */
export type PictureName = SceneName | `${SceneName}/${string}`;

const isSceneName = (name: string): name is SceneName => name in scenes;

/** The scene of a picture; the seed varies arrangement, colours and view. */
export function sceneOf(picture: PictureName, seed: string): Scene {
  const [name = '', variant = ''] = picture.split('/');
  if (!isSceneName(name)) throw new Error(`There is no scene "${name}"`);
  return scenes[name](randomOf(`${picture} ${seed}`), variant);
}
