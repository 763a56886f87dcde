import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { alias } from '../../web/build/alias.ts';

/** Stryker counts failed tests, of which a file has none when a mutant throws while it loads: such an error fails the run. */
class LoadErrors implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  onTestModuleEnd(module: TestModule) {
    if (module.children.size > 0) return;
    for (const { message } of module.errors())
      this.#vitest?.state.catchError(new Error(message), 'Error while loading');
  }
}

/** Tests that `npm run mutants` runs against each mutant of TypeScript. */
export default defineConfig({
  resolve: { alias },
  test: {
    environment: 'node',
    isolate: false,
    reporters: [new LoadErrors()],
    include: (process.env['MUTANTS_TESTS'] ?? '').split(','),
    // Compares times, which instrumented code does not keep.
    exclude: ['**/hostile-files.test.ts'],
  },
});
