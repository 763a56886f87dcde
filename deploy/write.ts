import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostFiles, HOSTS, type Host } from './hosts.ts';
import { ownServerFiles } from './own-server.ts';

const isHost = (name: string | undefined): name is Host => HOSTS.some((host) => host === name);

/**
 * Writes the configuration of a static host next to the built page, or that of an own server to deploy/.
 * @returns the written paths
 * @throws an error whose message tells the user how to fix it
 */
export async function writeHosting(
  projectDir: string,
  [name]: readonly string[],
  env: Record<string, string | undefined>,
): Promise<string[]> {
  if (name === 'server') return writeFiles(projectDir, ownServerFiles());
  if (!isHost(name)) throw new Error(`Name a host: ${HOSTS.join(', ')}, server.`);
  const page = await readFile(join(projectDir, 'dist/index.html'), 'utf8').catch(() => undefined);
  if (page === undefined) throw new Error('There is no built page: run "npm run build" first.');
  const [, supabaseUrl = ''] = /<meta\s+name="supabase-url"\s+content="([^"]*)"/.exec(page) ?? [];
  if (!URL.canParse(supabaseUrl)) {
    throw new Error(
      'The page was built without an address of Supabase: set VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY, build again.',
    );
  }
  const proxySecret = env.PROXY_SECRET ?? '';
  if (!/^[\w-]*$/.test(proxySecret)) throw new Error('PROXY_SECRET consists of letters, digits, "-" and "_".');
  const files = hostFiles(name, {
    supabaseUrl,
    page,
    tagOrigins: (env.TAG_ORIGINS ?? '').split(/[\s,]+/).filter(Boolean),
    ...(env.NGINX_ROOT ? { root: env.NGINX_ROOT } : {}),
    proxySecret,
    ...(env.NGINX_CACHE ? { cacheFolder: env.NGINX_CACHE } : {}),
    ...(env.NGINX_PORT ? { port: Number(env.NGINX_PORT) } : {}),
  });
  if (name === 'vercel') {
    await rm(join(projectDir, '.vercel/output'), { recursive: true, force: true });
    await cp(join(projectDir, 'dist'), join(projectDir, '.vercel/output/static'), { recursive: true });
  }
  return writeFiles(projectDir, files);
}

async function writeFiles(projectDir: string, files: Record<string, string>): Promise<string[]> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(projectDir, path)), { recursive: true });
    await writeFile(join(projectDir, path), content);
  }
  return Object.keys(files);
}
