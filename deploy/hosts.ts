/**
 * Configuration for each host: the targets of `/api` and of links in mails, headers, caching, and pages with a head of
 * their own (docs/deploy.md).
 */
import { readFileSync } from 'node:fs';
import {
  ASSET_CACHE,
  COMMON_HEADERS,
  PAGE_CACHE,
  pageHeaders,
  TRANSPORT_HEADERS,
  UPLOAD_MB,
  UPLOAD_SECONDS,
  type HeaderOptions,
} from './headers.ts';
import { HEAD_MS, HEAD_OF_ALL, READ_BY_MACHINES, WITH_HEAD } from './page-head.mjs';

export type Host = 'netlify' | 'vercel' | 'cloudflare' | 'nginx';

export interface HostOptions extends HeaderOptions {
  /** The built index.html. */
  page: string;
  /** Where nginx finds the built page; other hosts take it from the build. */
  root?: string;
  /** Port that nginx listens on. */
  port?: number;
  /** Where nginx keeps the heads of pages for a minute; it makes the folder. */
  cacheFolder?: string;
  /** Proves to the function `api` that the host forwarded a call; all hosts but nginx keep it in an environment variable. */
  proxySecret?: string;
}

export const HOSTS: readonly Host[] = ['netlify', 'vercel', 'cloudflare', 'nginx'];

type Files = Record<string, string>;

/** The variable of the host that holds `proxySecret`, and the header that carries it. */
const SECRET_VARIABLE = 'PROXY_SECRET';
const SECRET_HEADER = 'X-Proxy-Secret';

/**
 * Paths that browsers request on every site. They do not exist here and must not fall back to the page, which would be
 * taken for a broken picture.
 */
export const ASKED_UNTOLD = ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'];

/** The pages with a head of their own, as hosts write paths. */
export const PAGES_WITH_HEAD = ['/', '/post/*', '/users/*', '/news', '/news/*'];

/** The files that the host reads: path (from the project's folder) → content. The built page is already in `dist/` when they are written. */
export function hostFiles(host: Host, options: HostOptions): Files {
  switch (host) {
    case 'netlify':
      return {
        'dist/_headers': headersFile(options),
        'dist/_redirects': redirectsFile(options),
        'netlify/edge-functions/page.js': netlifyModule(options),
      };
    case 'cloudflare':
      return {
        'dist/_headers': headersFile(options),
        'dist/_worker.js': worker(options),
        // Other requests do not invoke the worker.
        'dist/_routes.json': json({
          version: 1,
          include: ['/api', '/api/*', '/auth/v1/verify', ...READ_BY_MACHINES, ...ASKED_UNTOLD, ...PAGES_WITH_HEAD],
          exclude: [],
        }),
      };
    case 'vercel':
      return {
        '.vercel/output/config.json': json(vercelConfig(options)),
        '.vercel/output/functions/page.func/.vc-config.json': json({ runtime: 'edge', entrypoint: 'index.js' }),
        '.vercel/output/functions/page.func/index.js': vercelModule(options),
      };
    case 'nginx':
      return { 'dist/nginx.conf': nginxConfig(options) };
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const originOf = ({ supabaseUrl }: HostOptions) => new URL(supabaseUrl).origin;
const everyHeader = (options: HostOptions) => ({ ...COMMON_HEADERS, ...TRANSPORT_HEADERS, ...pageHeaders(options) });

/** nginx omits a header with an empty value: this variable is only set if the request came over TLS. */
const OVER_TLS = Object.fromEntries(
  Object.keys(TRANSPORT_HEADERS).map((name) => [name, `$marketplace_${name.toLowerCase().replaceAll('-', '_')}`]),
);

/** `_headers` of Netlify and Cloudflare Pages: later blocks add to earlier ones. */
function headersFile(options: HostOptions): string {
  const block = (path: string, headers: Record<string, string>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[block('/*', everyHeader(options)), block('/assets/*', { 'Cache-Control': ASSET_CACHE })].join('\n\n')}\n`;
}

const PAGE_HEAD = readFileSync(new URL('page-head.mjs', import.meta.url), 'utf8').replaceAll(/^export /gm, '');

/** JavaScript that answers the page, with its head if there is one in time; the same on each host that runs modules. */
const pageModule = (options: HostOptions) => `${PAGE_HEAD}
const SUPABASE = ${JSON.stringify(originOf(options))};
const PAGE = ${JSON.stringify(options.page)};
const HEADERS = ${JSON.stringify({ ...everyHeader(options), 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': PAGE_CACHE })};

async function answerPage(method, url, kept, init) {
  const own = await headOf(url, (path) => fetch(SUPABASE + '/functions/v1' + path, init));
  const body = own ? withHead(PAGE, own.head) : PAGE;
  return new Response(method === 'HEAD' ? null : body, {
    status: own && own.status === 404 ? 404 : 200,
    headers: own ? { ...HEADERS, ...kept } : HEADERS,
  });
}
`;

/** Caching by the host itself, for which browsers do not wait; they ask each time. */
const KEPT_BY_HOST = 'public, max-age=60, stale-while-revalidate=60';

/** An edge function of Netlify. If it fails, the page comes as it is. */
const netlifyModule = (options: HostOptions) => `${pageModule(options)}
export default ({ method, url }) =>
  answerPage(method, new URL(url), ${JSON.stringify({ 'Netlify-CDN-Cache-Control': KEPT_BY_HOST })});
export const config = ${JSON.stringify({ path: PAGES_WITH_HEAD, method: ['GET', 'HEAD'], cache: 'manual', onError: 'bypass' })};
`;

/** An edge function of Vercel. The route names the page, because the address of the function replaces its own. */
const vercelModule = (options: HostOptions) => `${pageModule(options)}
export default ({ method, url }) => {
  const address = new URL(url);
  address.pathname = address.searchParams.get('${PAGE_PARAMETER}') ?? address.pathname;
  return answerPage(method, address, ${JSON.stringify({ 'Vercel-CDN-Cache-Control': KEPT_BY_HOST })});
};
`;
const PAGE_PARAMETER = '__page';

/** `_redirects` of Netlify: the first matching line wins, and 200 proxies the request without telling the browser. */
function redirectsFile(options: HostOptions): string {
  const origin = originOf(options);
  const signed = options.proxySecret ? ` signed=${SECRET_VARIABLE}` : '';
  return `${[
    `/api/* ${origin}/functions/v1/api/:splat 200!${signed}`,
    ...READ_BY_MACHINES.map((path) => `${path} ${origin}/functions/v1/api${path} 200!${signed}`),
    `/auth/v1/verify ${origin}/auth/v1/verify 200!`,
    '/assets/* /assets/:splat 404',
    ...ASKED_UNTOLD.map((path) => `${path} ${path} 404`),
    '/* /index.html 200',
  ].join('\n')}\n`;
}

/** A worker for Cloudflare Pages, whose rules cannot proxy to another host. */
function worker(options: HostOptions): string {
  return `${pageModule(options)}
const ASKED_UNTOLD = ${JSON.stringify(ASKED_UNTOLD)};

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const { pathname, search } = url;
    if (ASKED_UNTOLD.includes(pathname)) return new Response('Not found', { status: 404 });
    if (WITH_HEAD.test(pathname) && ['GET', 'HEAD'].includes(request.method))
      return answerPage(request.method, url, {}, { cf: { cacheEverything: true, cacheTtl: 60 } });
    const isForMachines = READ_BY_MACHINES.includes(pathname);
    const isApi = isForMachines || pathname === '/api' || pathname.startsWith('/api/');
    if (!isApi && pathname !== '/auth/v1/verify') return env.ASSETS.fetch(request);
    const target = SUPABASE + (isApi ? '/functions/v1' : '') + (isForMachines ? '/api' : '') + pathname + search;
    const passedOn = new Request(target, request);
    if (isApi && env.${SECRET_VARIABLE}) passedOn.headers.set('${SECRET_HEADER}', env.${SECRET_VARIABLE});
    return fetch(passedOn, { redirect: 'manual' });
  },
};
`;
}

const SECRET_TRANSFORM = {
  type: 'request.headers',
  op: 'set',
  target: { key: SECRET_HEADER },
  args: `$${SECRET_VARIABLE}`,
  env: [SECRET_VARIABLE],
};

/** Rate limit of reads per address: above the use of a whole company, below that of an impolite crawler. */
export const READS = { aSecond: 20, atOnce: 100 };

const escaped = (path: string) => path.replaceAll('.', '\\.');

/** Vercel's Build Output API: its routes are read from top to bottom. */
function vercelConfig(options: HostOptions) {
  const origin = originOf(options);
  return {
    version: 3,
    routes: [
      {
        src: '^/api(/.*)?$',
        dest: `${origin}/functions/v1/api$1`,
        ...(options.proxySecret && { transforms: [SECRET_TRANSFORM] }),
      },
      {
        src: `^(${READ_BY_MACHINES.map(escaped).join('|')})$`,
        dest: `${origin}/functions/v1/api$1`,
        ...(options.proxySecret && { transforms: [SECRET_TRANSFORM] }),
      },
      { src: '^/auth/v1/verify$', dest: `${origin}/auth/v1/verify` },
      { src: '^/(.*)$', headers: { ...everyHeader(options), 'Cache-Control': PAGE_CACHE }, continue: true },
      { src: '^/assets/.*$', headers: { 'Cache-Control': ASSET_CACHE }, continue: true },
      {
        src: `(${WITH_HEAD.source}.*)`,
        methods: ['GET', 'HEAD'],
        dest: `/page?${PAGE_PARAMETER}=$1`,
      },
      { handle: 'filesystem' },
      // A missing asset is not cached: it can appear a moment later.
      { src: '^/assets/.*$', status: 404, headers: { 'Cache-Control': PAGE_CACHE } },
      ...ASKED_UNTOLD.map((path) => ({ src: `^${escaped(path)}$`, status: 404 })),
      { src: '^/(.*)$', dest: '/index.html' },
    ],
  };
}

/** One `server` block. nginx drops inherited headers where a place adds its own, so each place has them all. */
function nginxConfig({
  root = '/var/www/marketplace',
  port = 80,
  cacheFolder = '/var/cache/nginx-marketplace',
  proxySecret = '',
  ...options
}: HostOptions): string {
  const origin = originOf(options);
  const { host } = new URL(origin);
  // A missing asset is not cached: it can appear a moment later.
  const addHeaders = (cache: string, always = '') =>
    [
      ...Object.entries({ ...everyHeader(options), ...OVER_TLS }).map(
        ([name, value]) => `    add_header ${name} "${value}" always;`,
      ),
      `    add_header Cache-Control "${cache}"${always};`,
    ].join('\n');
  const passOn = (target: string, wait = `${String(UPLOAD_SECONDS)}s`) => `    proxy_pass ${target};
    proxy_read_timeout ${wait};
    proxy_http_version 1.1;
    proxy_ssl_server_name on;
    proxy_set_header Host ${host};
    # Replaced, not added to: what a client claims about its address must not reach the rate limits.
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header ${SECRET_HEADER} "${proxySecret}";
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Connection "";`;
  const zone = `marketplace_${port}`;
  const limited = `    limit_req zone=${zone}_reads burst=${READS.atOnce} nodelay;`;
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const pageWithHead = `    try_files /index.html =404;
    sub_filter ${quoted(HEAD_OF_ALL.exec(options.page)?.[0] ?? '<title>')} $page_head;
    # Its head can have changed though the file has not.
    if_modified_since off;
    etag off;
${addHeaders(PAGE_CACHE, ' always')}`;
  return `# Made by "npm run hosting -- nginx". Belongs into the http block, for example as /etc/nginx/conf.d/marketplace.conf; let
# certbot or your load balancer add https.
${Object.entries(TRANSPORT_HEADERS)
  .map(
    ([name, value]) => `map "$scheme $http_x_forwarded_proto" ${OVER_TLS[name] ?? ''} {
  default "";
  ~https "${value}";
}`,
  )
  .join('\n')}
# Reads of one address, such as a crawler; behind a load balancer, set_real_ip_from has to tell nginx whose they are.
map $request_method $${zone}_reader {
  default "";
  GET $binary_remote_addr;
  HEAD $binary_remote_addr;
}
limit_req_zone $${zone}_reader zone=${zone}_reads:10m rate=${READS.aSecond}r/s;
proxy_cache_path ${cacheFolder} keys_zone=${zone}:10m max_size=100m inactive=10m;
server {
  listen ${String(port)};
  server_name _;
  root ${root};
  server_tokens off;
  client_max_body_size ${String(UPLOAD_MB)}m;
  gzip on;
  gzip_vary on;
  gzip_min_length 860;
  gzip_types text/css application/javascript application/json application/xml application/atom+xml image/svg+xml;

  limit_req_status 429;
  limit_req_log_level notice;
  error_page 429 = @busy;
  location @busy {
    default_type application/json;
    add_header Retry-After 1 always;
    return 429 '{"message":"Too many requests","code":"rate_limit"}';
  }
  location /api/ {
${limited}
${passOn(`${origin}/functions/v1/api/`)}
  }
  location = /api {
${passOn(`${origin}/functions/v1/api`)}
  }
${READ_BY_MACHINES.map(
  (path) => `  location = ${path} {
${limited}
${passOn(`${origin}/functions/v1/api${path}`)}
  }
`,
).join('')}  location = /auth/v1/verify {
${passOn(`${origin}/auth/v1/verify`)}
  }
  location /assets/ {
    try_files $uri =404;
${addHeaders(ASSET_CACHE)}
  }
${['/nginx.conf', ...ASKED_UNTOLD]
  .map(
    (path) => `  location = ${path} {
    return 404;
  }`,
  )
  .join('\n')}
  location / {
    try_files /index.html =404;
${addHeaders(PAGE_CACHE)}
  }
  # The card of the site, which previews show for what has no picture.
  location ~ "^/preview-[a-z]+\\.png$" {
    try_files $uri =404;
${addHeaders(PAGE_CACHE)}
  }
  # Pages with a head of their own: the function knows it, or that there is no such page (403). Without an answer the page
  # comes as it is.
  location ~ "${WITH_HEAD.source}" {
${limited}
    set $page_path $uri;
    set $page_language $arg_lang;
    auth_request /page-head;
    auth_request_set $page_head $upstream_http_x_head;
    error_page 429 = @busy;
    error_page 403 =404 @missing;
    error_page 500 =200 @page;
${pageWithHead}
  }
  location @missing {
${pageWithHead}
  }
  location @page {
    try_files /index.html =404;
${addHeaders(PAGE_CACHE)}
  }
  location = /page-head {
    internal;
    rewrite ^ "/functions/v1/api/head$page_path?as=header&lang=$page_language?" break;
${passOn(origin, `${HEAD_MS}ms`)}
    proxy_set_header Cookie "";
    proxy_set_header Authorization "";
    proxy_set_header Content-Length "";
    proxy_pass_request_body off;
    proxy_connect_timeout ${HEAD_MS}ms;
    proxy_send_timeout ${HEAD_MS}ms;
    proxy_buffer_size 32k;
    proxy_buffers 4 32k;
    proxy_busy_buffers_size 32k;
    proxy_cache ${zone};
    proxy_cache_key "$page_path $page_language";
    proxy_cache_valid 204 403 1m;
    proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
  }
}
`;
}
