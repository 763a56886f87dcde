/** The code of the page, for tests that check all of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFiles } from './project-files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = 'web/src/';

/**
 * @returns {{ file: string, text: string }[]} the sources of the page without its tests, each with its path from `web/src`
 */
export function pageSources() {
  return projectFiles(root)
    .filter((path) => path.startsWith(PAGE) && /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => ({ file: path.slice(PAGE.length), text: readFileSync(join(root, path), 'utf8') }));
}
