/** Configuration for each host: the targets of `/api` and of links in mails, headers, and caching (docs/deploy.md). */
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

export type Host = 'netlify' | 'vercel' | 'cloudflare' | 'nginx';

export interface HostOptions extends HeaderOptions {
  /** Where nginx finds the built page; other hosts take it from the build. */
  root?: string;
  /** Port that nginx listens on. */
  port?: number;
  /** Proves to the function `api` that the host forwarded a call; all hosts but nginx keep it in an environment variable. */
  proxySecret?: string;
}

export const HOSTS: readonly Host[] = ['netlify', 'vercel', 'cloudflare', 'nginx'];

type Files = Record<string, string>;

/** The variable of the host that holds `proxySecret`, and the header that carries it. */
const SECRET_VARIABLE = 'PROXY_SECRET';
const SECRET_HEADER = 'X-Proxy-Secret';

/**
 * Paths that browsers and crawlers request on every site. They do not exist here and must not fall back to the page,
 * which would be taken for unreadable crawler rules or a broken picture.
 */
export const ASKED_UNTOLD = [
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/apple-touch-icon-precomposed.png',
];

/** The files that the host reads: path (from the project's folder) → content. The built page is already in `dist/` when they are written. */
export function hostFiles(host: Host, options: HostOptions): Files {
  switch (host) {
    case 'netlify':
      return { 'dist/_headers': headersFile(options), 'dist/_redirects': redirectsFile(options) };
    case 'cloudflare':
      return {
        'dist/_headers': headersFile(options),
        'dist/_worker.js': worker(options),
        // Only requests that are forwarded or refused invoke the worker.
        'dist/_routes.json': json({
          version: 1,
          include: ['/api', '/api/*', '/auth/v1/verify', ...ASKED_UNTOLD],
          exclude: [],
        }),
      };
    case 'vercel':
      return { '.vercel/output/config.json': json(vercelConfig(options)) };
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

/** `_redirects` of Netlify: the first matching line wins, and 200 proxies the request without telling the browser. */
function redirectsFile(options: HostOptions): string {
  const origin = originOf(options);
  return `${[
    `/api/* ${origin}/functions/v1/api/:splat 200!${options.proxySecret ? ` signed=${SECRET_VARIABLE}` : ''}`,
    `/auth/v1/verify ${origin}/auth/v1/verify 200!`,
    '/assets/* /assets/:splat 404',
    ...ASKED_UNTOLD.map((path) => `${path} ${path} 404`),
    '/* /index.html 200',
  ].join('\n')}\n`;
}

/** A worker for Cloudflare Pages, whose rules cannot proxy to another host. */
function worker(options: HostOptions): string {
  return `const SUPABASE = ${JSON.stringify(originOf(options))};
const ASKED_UNTOLD = ${JSON.stringify(ASKED_UNTOLD)};

export default {
  async fetch(request, env) {
    const { pathname, search } = new URL(request.url);
    if (ASKED_UNTOLD.includes(pathname)) return new Response('Not found', { status: 404 });
    const isApi = pathname === '/api' || pathname.startsWith('/api/');
    if (!isApi && pathname !== '/auth/v1/verify') return env.ASSETS.fetch(request);
    const passedOn = new Request(SUPABASE + (isApi ? '/functions/v1' : '') + pathname + search, request);
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
      { src: '^/auth/v1/verify$', dest: `${origin}/auth/v1/verify` },
      { src: '^/(.*)$', headers: { ...everyHeader(options), 'Cache-Control': PAGE_CACHE }, continue: true },
      { src: '^/assets/.*$', headers: { 'Cache-Control': ASSET_CACHE }, continue: true },
      { handle: 'filesystem' },
      // A missing asset is not cached: it can appear a moment later.
      { src: '^/assets/.*$', status: 404, headers: { 'Cache-Control': PAGE_CACHE } },
      ...ASKED_UNTOLD.map((path) => ({ src: `^${path.replace('.', '\\.')}$`, status: 404 })),
      { src: '^/(.*)$', dest: '/index.html' },
    ],
  };
}

/** One `server` block. nginx drops inherited headers where a place adds its own, so each place has them all. */
function nginxConfig({ root = '/var/www/marketplace', port = 80, proxySecret = '', ...options }: HostOptions): string {
  const origin = originOf(options);
  const { host } = new URL(origin);
  // A missing asset is not cached: it can appear a moment later.
  const addHeaders = (cache: string) =>
    [
      ...Object.entries({ ...everyHeader(options), ...OVER_TLS }).map(
        ([name, value]) => `    add_header ${name} "${value}" always;`,
      ),
      `    add_header Cache-Control "${cache}";`,
    ].join('\n');
  const passOn = (target: string) => `    proxy_pass ${target};
    proxy_read_timeout ${String(UPLOAD_SECONDS)}s;
    proxy_http_version 1.1;
    proxy_ssl_server_name on;
    proxy_set_header Host ${host};
    # Replaced, not added to: what a client claims about its address must not reach the rate limits.
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header ${SECRET_HEADER} "${proxySecret}";
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Connection "";`;
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
server {
  listen ${String(port)};
  server_name _;
  root ${root};
  server_tokens off;
  client_max_body_size ${String(UPLOAD_MB)}m;
  gzip on;
  gzip_vary on;
  gzip_min_length 860;
  gzip_types text/css application/javascript application/json image/svg+xml;

  location /api/ {
${passOn(`${origin}/functions/v1/api/`)}
  }
  location = /api {
${passOn(`${origin}/functions/v1/api`)}
  }
  location = /auth/v1/verify {
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
}
`;
}
