import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that wait for an answer before them. Browsers, proxies and libraries send none. */
const WAITING_MAX = 8;

interface Line {
  running: boolean;
  waiting: (() => void)[];
}

/**
 * Makes listeners serve one request of a connection at a time. Node itself passes pipelined requests on at once and queues
 * their answers; when the connection closes, a queued answer never emits `close`, so that whatever produces it holds its
 * files and buffers for ever. A connection on which too many requests wait is closed.
 */
export function oneAtATime(): (listener: RequestListener) => RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const begin = (line: Line, serve: () => void, { socket }: IncomingMessage, response: ServerResponse) => {
    line.running = true;
    response.once('close', () => {
      line.running = false;
      // After the end of a connection, nobody reads an answer.
      if (socket.writable) line.waiting.shift()?.();
    });
    serve();
  };
  return (listener) => (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { running: false, waiting: [] };
    lines.set(socket, line);
    const serve = () => begin(line, () => listener(request, response), request, response);
    if (!line.running) serve();
    else if (line.waiting.length < WAITING_MAX) line.waiting.push(serve);
    else socket.destroy();
  };
}
