import { fileURLToPath } from 'node:url';
import type { DemoPost } from '../types.ts';
import type { PictureName } from './scenes.ts';

const assets = (path: string) => fileURLToPath(new URL(`../assets/${path}`, import.meta.url));

/** Where the generated avatar of an account lies. */
export const avatarFile = (username: string) => assets(`avatars/${username}.webp`);

/** Where a picture of a post lies, as "{key of the post}-{number}". */
export const postPictureFiles = (name: string) => ({
  picture: assets(`posts/${name}.webp`),
  thumbnail: assets(`posts/${name}.thumb.webp`),
});

interface PictureFiles {
  name: PictureName;
  picture: string;
  thumbnail: string;
}

/** Where the pictures of a post lie, with their thumbnails, in order; `render.ts` draws them. */
export function pictureFiles(post: DemoPost): PictureFiles[] {
  return (post.pictures ?? []).map((name, index) => ({
    name,
    ...postPictureFiles(`${post.key}-${index + 1}`),
  }));
}
