import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Hono, type Context } from 'hono';
import { compress } from 'hono/compress';
import { getMimeType } from 'hono/utils/mime';
import type { Front } from 'embedded-supabase/front';
import type { CallFunction, Connection } from 'embedded-supabase/project';
import { ASSET_CACHE, COMMON_HEADERS, PAGE_CACHE, pageHeaders } from '../../deploy/headers.ts';
import { headOf, READ_BY_MACHINES, withHead } from '../../deploy/page-head.mjs';

export interface PageAppParts extends Connection {
  /** The static build (`vite build`). */
  distDir: string;
  call: CallFunction;
  /** How long a page waits for its head, in milliseconds; default 300. */
  headMs?: number | undefined;
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);
const COMPRESSED = /^(text\/|application\/(javascript|json|manifest\+json|xml)|image\/svg\+xml)/;
const SMALLEST_COMPRESSED = 860;
/** A page with its own head is compressed when it is asked for, so quickly: 1 % larger in a fiftieth of the time. */
const QUALITY = { kept: 9, once: 5 };
/** Pages with a head that are kept in memory. */
const PAGES_MAX = 50;

type Bytes = Uint8Array<ArrayBuffer>;

interface StaticFile {
  body: Bytes;
  type: string;
  mtimeMs: number;
  hash: string;
  encoded: Map<string, Promise<Bytes>>;
  /** Of Brotli. */
  quality: number;
}

/** Serves the static build like a host: compressed, with its headers, and with the page at every other address. */
export function createPageApp(parts: PageAppParts): Front {
  const app: Front = new Hono();
  const { distDir } = parts;
  const files = new Map<string, StaticFile>();
  const pages = new Map<string, StaticFile>();

  for (const path of READ_BY_MACHINES)
    app.get(path, compress(), (c) => parts.call(c, 'api', { path: `/api${path}${new URL(c.req.url).search}` }));
  app.get('*', async (c) => {
    const path = safePath(distDir, c.req.path);
    const found = path !== undefined && !path.endsWith('.html') ? await load(files, path) : undefined;
    if (found) return send(c, found, c.req.path.startsWith('/assets/') ? ASSET_CACHE : PAGE_CACHE);
    if (looksLikeFile(c.req.path)) return c.text('Not found', 404);
    const page = await load(files, join(distDir, 'index.html'), (html) => withConnection(html, parts));
    if (!page) return c.text('The page is not built yet: run "npm run build".', 503);
    for (const [name, value] of Object.entries(pageHeaders({ supabaseUrl: parts.supabaseUrl }))) c.header(name, value);
    const ask = (path: string) => parts.call(c, 'api', { path, method: 'GET' });
    const own = await headOf(new URL(c.req.url), ask, parts.headMs);
    return send(c, own ? pageWith(pages, page, own.head) : page, PAGE_CACHE, own?.status === 404 ? 404 : 200);
  });
  app.all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }));
  return app;
}

/** The page with this head; the last ones are kept. */
function pageWith(pages: Map<string, StaticFile>, page: StaticFile, head: string): StaticFile {
  const key = page.hash + head;
  const html = () => Buffer.from(withHead(Buffer.from(page.body).toString('utf8'), head));
  const file = pages.get(key) ?? fileOf(html(), { ...page, quality: QUALITY.once });
  pages.delete(key);
  pages.set(key, file);
  const [oldest = ''] = pages.keys();
  if (pages.size > PAGES_MAX) pages.delete(oldest);
  return file;
}

/** Inserts the addresses of the backend into the page; a hosted build does the same at build time. */
function withConnection(html: string, { supabaseUrl, publishableKey, realtime }: PageAppParts): string {
  const meta = (name: string, content: string) => (text: string) =>
    text.replace(new RegExp(`(<meta\\s+name="${name}"\\s+content=")[^"]*(")`), `$1${content}$2`);
  const values = { 'supabase-url': supabaseUrl, 'supabase-key': publishableKey, realtime: realtime ? 'on' : 'off' };
  return Object.entries(values).reduce((text, [name, content]) => meta(name, content)(text), html);
}

async function send(c: Context, file: StaticFile, cacheControl: string, status: 200 | 404 = 200): Promise<Response> {
  c.header('Content-Type', file.type);
  c.header('Cache-Control', cacheControl);
  for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
  const encoding = encodingFor(file, c.req.header('accept-encoding') ?? '');
  const etag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  c.header('ETag', etag);
  c.header('Vary', 'Accept-Encoding');
  if (status === 200 && c.req.header('if-none-match') === etag) return c.body(null, 304);
  let body = file.body;
  if (encoding !== undefined) {
    c.header('Content-Encoding', encoding);
    body = await encode(file, encoding);
  }
  c.header('Content-Length', String(body.byteLength));
  return c.body(body, status);
}

function encodingFor(file: StaticFile, accepted: string): 'br' | 'gzip' | undefined {
  if (!COMPRESSED.test(file.type) || file.body.byteLength < SMALLEST_COMPRESSED) return undefined;
  if (/\bbr\b(?!;q=0(?!\.))/.test(accepted)) return 'br';
  return /\bgzip\b(?!;q=0(?!\.))/.test(accepted) ? 'gzip' : undefined;
}

function encode(file: StaticFile, encoding: 'br' | 'gzip'): Promise<Bytes> {
  let encoded = file.encoded.get(encoding);
  if (!encoded) {
    const compress =
      encoding === 'br'
        ? asBrotli(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: file.quality } })
        : asGzip(file.body);
    encoded = compress.then((bytes) => Uint8Array.from(bytes));
    file.encoded.set(encoding, encoded);
  }
  return encoded;
}

/** Reads a file, cached until it changes; undefined if it does not exist. */
async function load(
  files: Map<string, StaticFile>,
  path: string,
  change?: (text: string) => string,
): Promise<StaticFile | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  const known = files.get(path);
  if (known?.mtimeMs === info.mtimeMs) return known;
  const content = await readFile(path);
  const file = fileOf(change ? Buffer.from(change(content.toString('utf8'))) : content, {
    type: getMimeType(path) ?? 'application/octet-stream',
    mtimeMs: info.mtimeMs,
    quality: QUALITY.kept,
  });
  files.set(path, file);
  return file;
}

function fileOf(
  content: Buffer,
  { type, mtimeMs, quality }: Pick<StaticFile, 'type' | 'mtimeMs' | 'quality'>,
): StaticFile {
  const body = Uint8Array.from(content);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { body, type, mtimeMs, quality, hash, encoded: new Map() };
}

/** The file for a path, never one outside of `folder`. */
function safePath(folder: string, urlPath: string): string | undefined {
  const path = normalize(join(folder, urlPath));
  return path.startsWith(folder + sep) && !path.includes('\0') ? path : undefined;
}

function looksLikeFile(path: string): boolean {
  return (
    path.startsWith('/assets/') ||
    /^\.(js|mjs|css|map|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|txt|xml|webmanifest)$/.test(extname(path))
  );
}
