import { env } from './env.ts';

/**
 * Has the function `housekeeping` draw the thumbnail of an image now: it alone carries the library, and each call of a function
 * has its own share of processor. People take turns, told apart by their folders. Null where there can be none until `end`; the job
 * `thumbnails` tries what lacks one again. Never throws.
 */
export async function drawThumbnailNow(
  folder: string,
  bytes: Uint8Array<ArrayBuffer>,
  end: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (end.aborted) return null;
  try {
    const response = await fetch(`${env.supabaseUrl}/functions/v1/housekeeping/thumbnails/draw?for=${folder}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${env.cronSecret ?? ''}` },
      body: bytes,
      signal: end,
    });
    if (!response.ok) throw new Error(`No thumbnail: ${await response.text()}`);
    return response.status === 204 ? null : new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    // The image itself is as good as ever.
    console.error(error);
    return null;
  }
}
