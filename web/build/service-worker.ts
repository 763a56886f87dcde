/** Builds what makes the page installable: /sw.js, and its icons at the sizes of its manifest (web/public/manifest.json). */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { SUPPORTED_BROWSERS } from './browsers.ts';
import { bundleScript } from './bundle-script.ts';

/** The files of the build that a page names, each once. */
export const filesNamedIn = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.\w+/g))];

const ICON = fileURLToPath(new URL('../src/app/icon.svg', import.meta.url));

/** The icon as systems want it: as it is, and to the edge, because they cut a shape of their own out of it. */
async function icons(): Promise<{ fileName: string; source: Buffer }[]> {
  const [{ readFile }, { default: sharp }] = await Promise.all([import('node:fs/promises'), import('sharp')]);
  const svg = await readFile(ICON, 'utf8');
  const draw = (text: string, size: number) =>
    sharp(Buffer.from(text), { density: 72 * (size / 32) })
      .resize(size, size)
      .png()
      .toBuffer();
  return [
    { fileName: 'icon-192.png', source: await draw(svg, 192) },
    { fileName: 'icon-512.png', source: await draw(svg, 512) },
    { fileName: 'icon-maskable-512.png', source: await draw(svg.replace(' rx="8"', ''), 512) },
  ];
}

/** Emits the service worker with its list of files, and the icons. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    // After index.html is generated.
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return;
      const html = String(page.source);
      // index.html names its files by their content, so it changes with any of them.
      const version = createHash('sha256').update(html).digest('base64url').slice(0, 8);
      const source = await bundleScript({
        path: 'install/service-worker',
        format: 'iife',
        target: SUPPORTED_BROWSERS,
        define: { BUILD: JSON.stringify({ version, files: filesNamedIn(html) }) },
      });
      for (const asset of [{ fileName: 'sw.js', source }, ...(await icons())])
        this.emitFile({ type: 'asset', ...asset });
    },
  },
};
