/** Node 20 has no WebSocket, and supabase-js does not start without one. The tests never open it. */
export class NoWebSocket extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly readyState = 3;
  readonly url = '';
  readonly protocol = '';
  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;
  close(): void {}
  send(): void {
    throw new Error('Tests do not use realtime');
  }
}
