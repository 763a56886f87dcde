import { env } from './env.ts';

/**
 * Has the function `housekeeping` draw the thumbnail of an image now: only it contains the library, and each call of a
 * function has its own CPU budget. Users, identified by their folders, take turns. Never throws.
 * @returns null if it cannot be drawn until `end` (milliseconds since 1970); the job `thumbnails` retries images without
 * one
 */
export async function drawThumbnailNow(
  folder: string,
  bytes: Uint8Array<ArrayBuffer>,
  end: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const left = end - Date.now();
  if (left <= 0) return null;
  try {
    const address = `${env.supabaseUrl}/functions/v1/housekeeping/thumbnails/draw?for=${folder}&until=${end}`;
    const response = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${env.cronSecret ?? ''}` },
      body: bytes,
      signal: AbortSignal.timeout(left),
    });
    if (!response.ok) throw new Error(`No thumbnail: ${await response.text()}`);
    return response.status === 204 ? null : new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    // A missing thumbnail does not affect the image.
    console.error(error);
    return null;
  }
}
