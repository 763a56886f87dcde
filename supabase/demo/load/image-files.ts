import { fileURLToPath } from 'node:url';
import type { DemoPost } from '../data/types.ts';

const assets = (path: string) => fileURLToPath(new URL(`../assets/${path}`, import.meta.url));

interface ImageFiles {
  image: string;
  thumbnail: string;
}

/** Where the avatar of an account lies. */
export const avatarFile = (username: string) => assets(`avatars/${username}.webp`);

/** Where an image of a post lies with its thumbnail; its name is "{key of the post}-{number}". */
export const imageFiles = (name: string): ImageFiles => ({
  image: assets(`posts/${name}.webp`),
  thumbnail: assets(`posts/${name}.thumb.webp`),
});

/** Where the images of a post lie, in order. */
export const imageFilesOf = ({ key, images = 0 }: DemoPost): ImageFiles[] =>
  Array.from({ length: images }, (_, index) => imageFiles(`${key}-${index + 1}`));
