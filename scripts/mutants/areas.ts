/** What `npm run mutants` breaks in TypeScript, and which tests should notice. */

/** Paths and globs from the project's folder */
export type Area = { isBroken: (file: string) => boolean; tests: string[] };

/** Lists of words and mails, which are data. */
const DATA = /\/domain\/(?:categories|countries|units|trade-terms|mail-(?:messages|templates)-\w+)\.ts$/;

const TESTS_OF_FUNCTIONS = ['supabase/functions/**/*.test.ts'];

export const AREAS: Record<string, Area> = {
  domain: {
    isBroken: (file) => file.startsWith('supabase/functions/_shared/domain/') && !DATA.test(file),
    tests: TESTS_OF_FUNCTIONS,
  },
  // Components are tested in a browser.
  page: { isBroken: (file) => file.startsWith('web/src/') && file.endsWith('.ts'), tests: ['web/src/**/*.test.ts'] },
  // Routes are tested through `/api`, on a server.
  functions: {
    isBroken: (file) => /^supabase\/functions\/(?!_shared\/domain\/|api\/routes\/)/.test(file),
    tests: TESTS_OF_FUNCTIONS,
  },
};
