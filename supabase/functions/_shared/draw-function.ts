import { env } from './env.ts';

/**
 * Has the function `housekeeping` draw the thumbnail of an image now: it alone carries the library, and each call of a function
 * has its own share of processor. Null where there can be none now; the job `thumbnails` tries what lacks one again. Never throws.
 */
export async function drawThumbnailNow(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const response = await fetch(`${env.supabaseUrl}/functions/v1/housekeeping/thumbnails/draw`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${env.cronSecret ?? ''}` },
      body: bytes,
    });
    if (!response.ok) throw new Error(`No thumbnail: ${await response.text()}`);
    return response.status === 204 ? null : new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    // The image itself is as good as ever.
    console.error(error);
    return null;
  }
}
