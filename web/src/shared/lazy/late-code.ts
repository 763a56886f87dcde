import { fetchAhead } from './fetch-ahead.ts';
import { loadCode } from './load-code.ts';

/**
 * Code that is prefetched while the browser is idle. Only calling the returned function loads it for good, which can
 * wait for the network or reload the page; a mere prefetch must not.
 */
export function lateCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  fetchAhead(load);
  return () => loadCode(load);
}
