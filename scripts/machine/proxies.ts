/** nginx and Caddy from Debian's packages, for the tests that serve the product as described in docs/deploy.md. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fetchPackages, unpackPackages } from './debian-packages.ts';

const INSTALLED = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' };

/** Whether this machine has both or can get them. Fetches them at the first call. */
export function hasProxies() {
  try {
    return Object.entries(INSTALLED).every(([name, program]) => existsSync(program) || fetchPackages(name) !== '');
  } catch {
    return false;
  }
}

/** The program: the machine's own, or one unpacked into `folder`. */
export function proxyProgram(name: keyof typeof INSTALLED, folder: string) {
  const installed = INSTALLED[name];
  if (existsSync(installed)) return installed;
  unpackPackages(fetchPackages(name), folder);
  return join(folder, installed);
}
