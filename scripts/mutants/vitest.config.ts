import { defineConfig } from 'vitest/config';
import { alias } from '../../web/build/alias.ts';

/** Tests that `npm run mutants` runs against each mutant of TypeScript. */
export default defineConfig({
  resolve: { alias },
  test: {
    environment: 'node',
    isolate: false,
    include: (process.env['MUTANTS_TESTS'] ?? '').split(','),
  },
});
