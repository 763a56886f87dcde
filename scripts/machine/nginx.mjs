/** nginx from Debian's package, for the test that serves the page as described in docs/deploy.md. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fetchPackages, unpackPackages } from './debian-packages.mjs';

const INSTALLED = '/usr/sbin/nginx';

/** Whether this machine has nginx or can get it. Fetches it at the first call. */
export function hasNginx() {
  try {
    return existsSync(INSTALLED) || fetchPackages('nginx') !== '';
  } catch {
    return false;
  }
}

/**
 * The program: the machine's own, or one unpacked into `folder`.
 * @param {string} folder
 */
export function nginxProgram(folder) {
  if (existsSync(INSTALLED)) return INSTALLED;
  unpackPackages(fetchPackages('nginx'), folder);
  return join(folder, INSTALLED);
}
