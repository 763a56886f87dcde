import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** What imports call folders; tsconfig.base.json has the same names. */
export const alias = {
  '@': here('web/src'),
  '@domain': here('supabase/functions/_shared/domain'),
  '@rows': here('supabase/functions/_shared/rows'),
};
