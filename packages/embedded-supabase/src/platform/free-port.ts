import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows give to outgoing connections, so that none of them takes it meanwhile. */
const FIRST = 15_000;
const LAST = 32_000;

/**
 * @returns whether a server got the port
 * @throws errors unrelated to this port, such as EMFILE
 */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))
      return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port of this machine that no program listens on: drawn, so that programs that ask at once get different ones. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}
