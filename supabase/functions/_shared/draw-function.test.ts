import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const env = vi.hoisted(() => ({ supabaseUrl: '', cronSecret: 'secret' }));
vi.mock('./env.ts', () => ({ env }));
const { drawThumbnailNow } = await import('./draw-function.ts');

let server: Server;
const asked = vi.fn<RequestListener>();

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server = createServer(asked);
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

test('the thumbnail is asked for in the name of its folder, and until when', async () => {
  asked.mockImplementation((_, response) => response.end('drawn'));
  const end = Date.now() + 60_000;
  const file = await drawThumbnailNow('a', new Uint8Array(8), end);
  expect(new TextDecoder().decode(file ?? undefined)).toBe('drawn');
  expect(asked.mock.calls.map(([{ url }]) => url)).toEqual([
    `/functions/v1/housekeeping/thumbnails/draw?for=a&until=${end}`,
  ]);
});

test('an image is stored without its thumbnail when that is not there in time', async () => {
  expect(await drawThumbnailNow('a', new Uint8Array(8), Date.now() + 200)).toBeNull();
  expect(console.error).toHaveBeenCalledOnce();
});

test('a call whose time is over starts no drawing', async () => {
  expect(await drawThumbnailNow('a', new Uint8Array(8), Date.now())).toBeNull();
  expect(asked).not.toHaveBeenCalled();
  expect(console.error).not.toHaveBeenCalled();
});
