/** A proxy before Postgres that can answer statements with an error of its own, as Postgres does in each kind of trouble. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface RefusingProxy {
  /** Connection string of the database behind it. */
  url: string;
  /** SQLSTATE of the answers to statements; `closed` ends each connection instead. Undefined: they are passed on. */
  refuseWith: (code: string | undefined) => void;
  close: () => void;
}

/** Statements of the pool itself, so that a new connection is not a part of the trouble. */
const OF_POOL = /^(?:set |select a\.oid|rollback)/;

const LENGTH = 4;

function refusal(code: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0Mtrouble\0\0`);
  const head = Buffer.alloc(1 + LENGTH);
  head.write('E');
  head.writeUInt32BE(LENGTH + fields.length, 1);
  return Buffer.concat([head, fields, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]);
}

/** The messages of a client, whose first one has no type. */
function* messagesOf(bytes: Buffer, isFirst: boolean): Generator<Buffer> {
  let rest = bytes;
  let typed = !isFirst;
  while (rest.length >= LENGTH + 1) {
    const length = rest.readUInt32BE(typed ? 1 : 0) + (typed ? 1 : 0);
    if (rest.length < length) return;
    yield rest.subarray(0, length);
    rest = rest.subarray(length);
    typed = true;
  }
}

export async function startRefusingProxy(target: string): Promise<RefusingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let refused: string | undefined;
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isFirst = true;
    let held: Buffer = Buffer.alloc(0);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (bytes) => {
      held = Buffer.concat([held, bytes]);
      for (const message of messagesOf(held, isFirst)) {
        held = held.subarray(message.length);
        const type = isFirst ? '' : String.fromCharCode(message[0] ?? 0);
        isFirst = false;
        const isOfPool = type === 'Q' && OF_POOL.test(message.subarray(1 + LENGTH).toString());
        if (refused === undefined || isOfPool || !/[QPBDESC]/.test(type)) far.write(message);
        else if (refused === 'closed') near.destroy();
        else if (/[QS]/.test(type)) near.write(refusal(refused));
      }
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: Object.assign(new URL(target), { port: String((proxy.address() as AddressInfo).port) }).href,
    refuseWith: (code) => (refused = code),
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
