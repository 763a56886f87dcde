import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { alias } from './web/build/alias.ts';

/** The tools that the tests start report nothing to anybody; password hashes are cheap, since hundreds are made. */
const env = {
  DO_NOT_TRACK: '1',
  LITE_TELEMETRY: '0',
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
  LITE_AUTH_BCRYPT_COST: '4',
};

/** Files in one process, without a set of modules for each: loading them takes longer than most of the tests. */
const together = { isolate: false };

/** Matchers of `expect` besides those of Vitest. */
const matchers = ['supabase/tests/support/to-answer.ts'];

/** Tests of one server share its data: they run one after the other, in one process. */
const oneByOne = {
  ...together,
  fileParallelism: false,
  maxWorkers: 1,
  testTimeout: 60_000,
  hookTimeout: 180_000,
  setupFiles: matchers,
};

/**
 * On the embedded database, permissions, sessions and one file of each other kind; `on-postgres` runs all of them, and the
 * stories in a browser use the embedded database as well.
 */
const EMBEDDED_DATABASE = [
  'supabase/tests/permissions/**/*.test.ts',
  'supabase/tests/storage/storage.test.ts',
  'supabase/tests/rules/quotes.test.ts',
];
const EMBEDDED_API = ['supabase/tests/api/{sessions,uploads}.test.ts'];

export default defineConfig({
  resolve: { alias },
  test: {
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          pool: 'threads',
          ...together,
          include: [
            'web/{src,bench,build}/**/*.test.ts',
            '{bench,supabase/functions,supabase/tests/support}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'components',
          environment: 'jsdom',
          ...together,
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/test-setup.ts'],
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'local',
          env,
          include: ['supabase/{demo,local,tests/local}/**/*.test.ts'],
          ...oneByOne,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          env,
          include: ['packages/**/*.test.ts'],
          ...oneByOne,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          env,
          include: EMBEDDED_DATABASE,
          globalSetup: ['supabase/tests/support/embedded/global-setup.ts'],
          ...oneByOne,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          env,
          include: EMBEDDED_API,
          globalSetup: ['supabase/tests/support/embedded/global-setup.ts'],
          ...oneByOne,
        },
      },
      {
        extends: true,
        test: {
          name: 'on-postgres',
          env: { ...env, TEST_DATABASE: 'postgres' },
          include: ['supabase/tests/{rules,storage,api}/**/*.test.ts'],
          globalSetup: ['supabase/tests/support/embedded/global-setup.ts'],
          ...oneByOne,
        },
      },
      {
        extends: true,
        test: {
          name: 'deploy',
          env,
          include: ['supabase/tests/deploy/**/*.test.ts'],
          ...oneByOne,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          env,
          include: ['supabase/tests/schema/**/*.test.ts'],
          globalSetup: ['supabase/tests/support/postgres/global-setup.ts'],
          ...oneByOne,
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          env,
          include: ['supabase/tests/races/**/*.test.ts'],
          globalSetup: ['supabase/tests/support/postgres/global-setup.ts'],
          ...oneByOne,
        },
      },
      {
        extends: true,
        test: {
          name: 'webkit',
          env: { ...env, BROWSER_NAME: 'webkit' },
          include: ['web/e2e/webkit/*.test.ts'],
          globalSetup: ['web/e2e/support/global-setup.ts'],
          ...oneByOne,
        },
      },
    ],
  },
});
