/**
 * Renders the pictures of the demo data into `supabase/demo/assets`, always the same ones. Takes about ten seconds a
 * picture: name posts by their keys to render only theirs.
 *
 *   npx tsx supabase/demo/pictures/render.ts [post key …]
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { demoAccounts } from '../accounts.ts';
import { demoPosts } from '../posts/all-posts.ts';
import { avatarFile, pictureFiles } from './files.ts';
import { logoSvg } from './logos.ts';
import { sceneOf } from './scenes.ts';
import { photograph } from './studio.ts';

const WIDTH = 1200;
const HEIGHT = 900;
const THUMBNAIL_WIDTH = 480;

const chosen = process.argv.slice(2);
if (chosen.length === 0) await renderAvatars();
for (const post of demoPosts) {
  if (chosen.length > 0 && !chosen.includes(post.key)) continue;
  for (const [index, { name, picture, thumbnail }] of pictureFiles(post).entries()) {
    await mkdir(dirname(picture), { recursive: true });
    const { pixels, width, height } = photograph(sceneOf(name, `${post.key} ${index}`), WIDTH, HEIGHT);
    const photo = sharp(pixels, { raw: { width, height, channels: 3 } });
    await photo.clone().webp({ quality: 60, effort: 6, smartSubsample: true }).toFile(picture);
    await photo.resize(THUMBNAIL_WIDTH).webp({ quality: 55, effort: 6, smartSubsample: true }).toFile(thumbnail);
  }
}

async function renderAvatars(): Promise<void> {
  for (const { username, logo } of demoAccounts) {
    if (!logo) continue;
    const file = avatarFile(username);
    await mkdir(dirname(file), { recursive: true });
    await sharp(Buffer.from(logoSvg(logo.mark, logo.colors)))
      .webp({ quality: 88, effort: 6 })
      .toFile(file);
  }
}
