import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { alias } from './alias.ts';

interface Script {
  /** Its path in web/src/app, without the extension. */
  path: string;
  format: 'es' | 'iife';
  target: string | string[];
  /** Replacements of names in it. */
  define?: Record<string, string>;
}

/** Bundles a script that is not part of the main build, with its imports. */
export async function bundleScript({ path, format, target, define = {} }: Script): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    resolve: { alias },
    define,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`../src/app/${path}.ts`, import.meta.url)),
        output: { format },
      },
    },
  });
  const [chunk] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${path}.ts was not built`);
  return chunk.code.trim();
}
