import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./web'),
  plugins: [react()],
  resolve: {
    alias: {
      '@': here('./web/src'),
      '@domain': here('./supabase/functions/_shared/domain'),
      '@rows': here('./supabase/functions/_shared/rows'),
    },
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    // scripts/commands/first-load.mjs weighs what a visit loads, which says more than the size of one file.
    chunkSizeWarningLimit: 1_000,
    // For scripts/commands/first-load.mjs.
    manifest: true,
    rolldownOptions: {
      // What every page loads is one file instead of many small ones, which compress worse.
      output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } },
    },
  },
});
