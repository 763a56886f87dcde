import { dataOf, type Client } from '../_shared/clients.ts';
import { readImage } from '../_shared/domain/image-size.ts';
import { DRAWN_TYPE, drawAvatar, drawThumbnail, loadLibrary } from './draw-image.ts';
import { finishInspection, overwriteOptions, readFile, withoutTry } from './inspect-uploads.ts';

/** Images of one batch. */
const BATCH = 10;
/** No image starts after this time: hosted functions have 2 s of CPU time, and the most expensive image needs more than one. */
const DRAWING_MS = 300;
/** An image that crashed the process twice would do so again. */
const TRIES_MAX = 3;

/** Draws the thumbnail or avatar for an image; null if it cannot be decoded. */
async function draw(bucket: string, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const image = readImage(bytes);
  return image && (await (bucket === 'avatars' ? drawAvatar : drawThumbnail)({ ...image, bytes }));
}

/**
 * Draws the images that the inspection found too large for lists: missing thumbnails, and avatars. If a thumbnail cannot
 * be drawn, lists show a placeholder. If an avatar cannot be drawn, it is refused, because lists show the file itself.
 * @param end deadline in milliseconds since 1970
 * @returns the number of files drawn
 */
export async function drawThumbnails(client: Client, end: number): Promise<number> {
  let drawn = 0;
  let spent = 0;
  for (;;) {
    const images = dataOf(await client.rpc('images_to_draw', { batch: BATCH }));
    if (images.length === 0) return drawn;
    // Whether it can be loaded says nothing of an image, whose tries are counted.
    await loadLibrary();
    for (const { bucket_id, source, target } of images) {
      const bytes = await readFile(client, { bucket_id, name: source });
      const tries = dataOf(await client.rpc('begin_drawing', { bucket: bucket_id, target }));
      if (tries === 0) continue;
      const begun = performance.now();
      const file = bytes !== null && tries <= TRIES_MAX ? await draw(bucket_id, bytes) : null;
      spent += performance.now() - begun;
      const store = async () => {
        if (file) {
          const options = await overwriteOptions(client, { bucket_id, name: target }, DRAWN_TYPE);
          const { error } = await client.storage.from(bucket_id).upload(target, file, { ...options, upsert: true });
          if (error) throw error;
        } else if (source === target) await finishInspection(client, [], [{ bucket_id, name: source }]);
        dataOf(await client.rpc('finish_drawing', { bucket: bucket_id, target }));
      };
      await withoutTry(store, async () => {
        dataOf(await client.rpc('finish_drawing', { bucket: bucket_id, target, is_over: false }));
      });
      if (file) drawn += 1;
      if (spent > DRAWING_MS || Date.now() > end) return drawn;
    }
  }
}
