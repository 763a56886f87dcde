import { fileURLToPath } from 'node:url';
import type { DemoPost } from '../data/posts.ts';

const assets = (path: string) => fileURLToPath(new URL(`../assets/${path}`, import.meta.url));

interface ImageFiles {
  image: string;
  thumbnail: string;
}

/** The path of an account's avatar. */
export const avatarFile = (username: string) => assets(`avatars/${username}.webp`);

/** The paths of a post's image and its thumbnail; the name is "{key of the post}-{number}". */
export const imageFiles = (name: string): ImageFiles => ({
  image: assets(`posts/${name}.webp`),
  thumbnail: assets(`posts/${name}.thumb.webp`),
});

/** The paths of a post's images, in order. */
export const imageFilesOf = ({ key, images = 0 }: DemoPost): ImageFiles[] =>
  Array.from({ length: images }, (_, index) => imageFiles(`${key}-${index + 1}`));
