import { readFileSync } from 'node:fs';

/** The paths that the auth server takes by POST, from its code; paths of its neighbours are no doors of Auth. */
export const AUTH_PATHS = [
  ...new Set(
    [
      ...readFileSync('node_modules/@supabase/lite/dist/index.js', 'utf8').matchAll(
        /\.(?:post|put|all)\("(\/[\w/]*)"/g,
      ),
    ].map(([, path = '']) => path),
  ),
];
