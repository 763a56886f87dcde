import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Import aliases; tsconfig.base.json has the same ones. */
export const alias = {
  '@': here('web/src'),
  '@domain': here('supabase/functions/_shared/domain'),
  '@rows': here('supabase/functions/_shared/rows'),
};
