import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const env = vi.hoisted(() => ({ supabaseUrl: '', cronSecret: 'secret' }));
vi.mock('./env.ts', () => ({ env }));
const { drawThumbnailNow } = await import('./draw-function.ts');

let server: Server;
const asked = vi.fn<(path: string | undefined) => void>();

/** Has been asked, and never answers. */
beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server = createServer(({ url }) => asked(url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  env.supabaseUrl = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  asked.mockReset();
  vi.restoreAllMocks();
});

test('an image is stored without its thumbnail when that is not there in time', async () => {
  expect(await drawThumbnailNow('a', new Uint8Array(8), AbortSignal.timeout(200))).toBeNull();
  expect(asked).toHaveBeenCalledWith('/functions/v1/housekeeping/thumbnails/draw?for=a');
});

test('of a call whose time is over, nobody is asked to draw any more', async () => {
  expect(await drawThumbnailNow('a', new Uint8Array(8), AbortSignal.abort())).toBeNull();
  expect(asked).not.toHaveBeenCalled();
  expect(console.error).not.toHaveBeenCalled();
});
