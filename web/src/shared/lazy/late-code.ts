import { fetchAhead } from './fetch-ahead.ts';
import { loadCode } from './load-code.ts';

/**
 * Code that is fetched while the browser is idle, and loaded for good when what this returns is called. Only that may take long or
 * reload the page: what nobody has asked for yet is no reason to.
 */
export function lateCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  fetchAhead(load);
  return () => loadCode(load);
}
