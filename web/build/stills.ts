/** Stills: the markup of the first pages before their code is loaded. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { PRODUCT_NAME } from '../../supabase/functions/_shared/domain/product.ts';
import type { Still } from '../src/shared/start-values.ts';

const stillsSchema = z.array(z.object({ page: z.string(), isUser: z.boolean(), media: z.string(), html: z.string() }));

/** Inert, because it does not work yet; screen readers hear the text of the loading screen instead. */
const standing = (html: string) =>
  [
    '<div class="still">',
    `<main class="still__words"><h1>${PRODUCT_NAME}</h1><p role="status">Loading...</p></main>`,
    '<div class="loading-screen__bar" aria-hidden="true"></div>',
    `<div inert aria-hidden="true">${html}</div>`,
    '</div>',
  ].join('');

/** Renders the pages with their own code in a child process. Throws its error output if it fails. */
export async function drawStills(): Promise<Still[]> {
  const program = fileURLToPath(new URL('draw-stills.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    maxBuffer: 16 * 1024 * 1024,
  });
  return stillsSchema.parse(JSON.parse(stdout)).map((still) => ({ ...still, html: standing(still.html) }));
}

/** All texts and labels in the stills, deduplicated. */
export const textsOf = (stills: readonly Still[]): string[] => [
  ...new Set(
    stills.flatMap(({ html }) =>
      [...html.matchAll(/>([^<]+)<|(?:aria-label|placeholder)="([^"]+)"/g)].flatMap(
        ([, text, attribute]) => text ?? attribute ?? [],
      ),
    ),
  ),
];
