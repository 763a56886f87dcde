import { env } from './env.ts';

/**
 * Has the function `housekeeping` draw the thumbnail of an image now: it alone carries the library, and each call of a function
 * has its own share of processor. People take turns, told apart by their folders. Null where there can be none until `end`, in
 * milliseconds since 1970; the job `thumbnails` tries what lacks one again. Never throws.
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
    // The image itself is as good as ever.
    console.error(error);
    return null;
  }
}
