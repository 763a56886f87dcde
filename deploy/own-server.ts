/** Files for a server of one's own (docs/deploy.md, section 3): as a service behind a proxy, or as containers. */
import { TRANSPORT_HEADERS, UPLOAD_MB, UPLOAD_SECONDS } from './headers.ts';

/** Stands for the operator's own name in all files; the API is at `api.` of it. */
const NAME = 'market.example';
const PORTS = { page: 3000, api: 54_321 };
const START = ['node', 'scripts/commands/start.mjs'];
const BY = 'Made by "npm run hosting -- server"; see docs/deploy.md.';
/** The server gives requests ten seconds and its functions five before it ends. */
const STOP_SECONDS = 30;
/** The server keeps idle connections for two minutes: a proxy has to close them first. */
const IDLE_SECONDS = 60;

const MAIL_SERVER = {
  SMTP_HOST: `mail.${NAME}`,
  SMTP_PORT: '465',
  SMTP_SECURITY: 'tls',
  SMTP_USER: 'marketplace',
  SMTP_PASSWORD: 'secret',
  SMTP_FROM: `no-reply@${NAME}`,
};

/** The files by their path from the project's folder. */
export function ownServerFiles(): Record<string, string> {
  return {
    'deploy/server/marketplace.env': environment(),
    'deploy/server/marketplace.service': unit(),
    'deploy/server/nginx.conf': nginx(),
    'deploy/server/Caddyfile': caddy(),
    'deploy/docker/Dockerfile': dockerfile(),
    'deploy/docker/Dockerfile.dockerignore': `${['.git', '.test-results', 'dist', 'supabase/.temp', 'deploy/docker/backups', '**/.env*', '**/node_modules'].join('\n')}\n`,
    'deploy/docker/compose.yaml': compose(),
    'deploy/docker/owner.sql': owner(),
  };
}

const assignments = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

function environment(): string {
  return `# /etc/marketplace.env, for root only. ${BY}
${assignments({
  DATABASE_URL: 'postgresql://marketplace:secret@localhost/marketplace',
  DATA_DIR: '/var/lib/marketplace',
  SITE_URL: `https://${NAME}`,
  SUPABASE_PUBLIC_URL: `https://api.${NAME}`,
  TRUSTED_PROXIES: '1',
  UPGRADE: 'save-first',
  ...MAIL_SERVER,
})}`;
}

function unit(): string {
  return `# /etc/systemd/system/marketplace.service. ${BY}
[Unit]
Description=Marketplace
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
User=marketplace
WorkingDirectory=/opt/marketplace
EnvironmentFile=/etc/marketplace.env
ExecStart=/usr/bin/env ${START.join(' ')}
Restart=on-failure
RestartSec=2
# The server ends its functions itself.
KillMode=mixed
TimeoutStopSec=${String(STOP_SECONDS)}
StateDirectory=marketplace
StateDirectoryMode=0700
NoNewPrivileges=true
PrivateTmp=true
ProtectHome=true
ProtectSystem=full

[Install]
WantedBy=multi-user.target
`;
}

function nginx(): string {
  const headers = Object.entries(TRANSPORT_HEADERS)
    .map(([name, value]) => `  add_header ${name} "${value}" always;`)
    .join('\n');
  const upstream = (name: string, port: number) => `upstream marketplace_${name} {
  server 127.0.0.1:${String(port)};
  keepalive 32;
  keepalive_timeout ${String(IDLE_SECONDS)}s;
}`;
  const passOn = (target: string) => `    proxy_pass http://marketplace_${target};
    proxy_read_timeout ${String(UPLOAD_SECONDS)}s;
    proxy_http_version 1.1;
    proxy_set_header Host $host;
    # Replaced, not added to: what a client claims about its address must not reach the rate limits.
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $marketplace_connection;`;
  const server = (name: string, target: string, more = '') => `server {
  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  server_name ${name};
  ssl_certificate /etc/letsencrypt/live/${NAME}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${NAME}/privkey.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache shared:marketplace:10m;
  server_tokens off;
  client_max_body_size ${String(UPLOAD_MB)}m;
${headers}

  location / {
${passOn(target)}
  }
${more}}`;
  const ofGuests = `  # The feed. Only a guest's answer is "public", for 15 seconds; nginx keeps nothing else.
  location ~ ^/rest/v1/rpc/(list|count)_posts$ {
${passOn('api')}
    proxy_cache marketplace_feed;
    proxy_cache_key "$request_uri $http_authorization $http_apikey $http_accept $http_accept_profile $http_prefer";
    proxy_cache_lock on;
    proxy_cache_use_stale updating;
    proxy_cache_background_update on;
  }
`;
  return `# /etc/nginx/conf.d/marketplace.conf. ${BY}
# The certificate, before this file is in place: certbot certonly --webroot --webroot-path /var/www/html -d ${NAME} -d api.${NAME}
map $http_upgrade $marketplace_connection {
  default upgrade;
  "" "";
}
proxy_cache_path /var/cache/marketplace keys_zone=marketplace_feed:10m max_size=100m inactive=2m;
${upstream('page', PORTS.page)}
${upstream('api', PORTS.api)}
server {
  listen 80;
  listen [::]:80;
  server_name ${NAME} api.${NAME};
  server_tokens off;
  location /.well-known/acme-challenge/ {
    root /var/www/html;
  }
  location / {
    return 301 https://$host$request_uri;
  }
}
${server(NAME, 'page')}
${server(`api.${NAME}`, 'api', ofGuests)}
`;
}

/** Caddy gets certificates by itself, forwards WebSockets, and replaces what a client claims about its address. */
function caddy(): string {
  const site = (name: string, variable: string, port: number) => `${name} {
${Object.entries(TRANSPORT_HEADERS)
  .map(([header, value]) => `\theader ${header} "${value}"`)
  .join('\n')}
\treverse_proxy {$${variable}:127.0.0.1:${String(port)}} {
\t\ttransport http {
\t\t\tkeepalive ${String(IDLE_SECONDS)}s
\t\t}
\t}
}`;
  const name = `{$SITE_NAME:${NAME}}`;
  return `# /etc/caddy/Caddyfile. ${BY}
${site(name, 'PAGE', PORTS.page)}
${site(`api.${name}`, 'API', PORTS.api)}
`;
}

function dockerfile(): string {
  const health = `fetch('http://127.0.0.1:' + (process.env.PORT ?? ${String(PORTS.page)}) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
  const ownFolders = 'node_modules/.cache supabase/.temp /data';
  return `# ${BY}
FROM node:22-bookworm-slim
WORKDIR /opt/marketplace
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY bench/package.json bench/
RUN npm ci
COPY vite.config.ts tsconfig.base.json tsconfig.json tsconfig.node.json tsconfig.page.json tsconfig.worker.json ./
COPY deploy deploy
COPY scripts scripts
COPY supabase supabase
COPY web web
# The server fills in its addresses.
RUN VITE_SUPABASE_URL= VITE_SUPABASE_PUBLISHABLE_KEY= npm run build
RUN mkdir -p ${ownFolders} && chown -R node:node ${ownFolders} && chmod 700 /data
USER node
ENV HOST=0.0.0.0
ENV DATA_DIR=/data
VOLUME /data
EXPOSE ${Object.values(PORTS).join(' ')}
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ${JSON.stringify(['node', '-e', health])}
CMD ${JSON.stringify(START)}
`;
}

function compose(): string {
  const environmentOf = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `      ${name}: ${value}\n`)
      .join('');
  const DATABASE_URL = 'postgresql://marketplace:${DATABASE_PASSWORD:?}@postgres/marketplace';
  const required = (name: string) => [name, `\${${name}:?}`] as const;
  return `# ${BY}
name: marketplace

services:
  postgres:
    image: postgres:18
    restart: unless-stopped
    environment:
${environmentOf({
  POSTGRES_DB: 'marketplace',
  POSTGRES_PASSWORD: '${DATABASE_PASSWORD:?}',
  POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C.UTF-8',
  DATABASE_PASSWORD: '${DATABASE_PASSWORD:?}',
})}    volumes:
      - database:/var/lib/postgresql
      - ./owner.sql:/docker-entrypoint-initdb.d/1-owner.sql:ro
      - ../../packages/embedded-supabase/roles.sql:/docker-entrypoint-initdb.d/2-roles.sql:ro
    healthcheck:
      # By the network: while the database is made, it answers on its socket only.
      test: ['CMD', 'pg_isready', '--host=127.0.0.1', '--username=postgres']
      interval: 5s
      retries: 20

  marketplace:
    build:
      context: ../..
      dockerfile: deploy/docker/Dockerfile
    init: true
    restart: unless-stopped
    stop_grace_period: ${String(STOP_SECONDS)}s
    depends_on:
      postgres:
        condition: service_healthy
    environment:
${environmentOf({
  DATABASE_URL,
  SITE_URL: 'https://${SITE_NAME:?}',
  SUPABASE_PUBLIC_URL: 'https://api.${SITE_NAME:?}',
  TRUSTED_PROXIES: "'1'",
  // Once "now" for a release with new migrations: docs/operate.md#upgrades.
  UPGRADE: '${UPGRADE:-save-first}',
  ...Object.fromEntries(Object.keys(MAIL_SERVER).map(required)),
})}    volumes:
      - data:/data

  # Saves and restores: docs/operate.md. It has the programs of the server's version.
  backup:
    image: postgres:18
    profiles: [backup]
    depends_on:
      postgres:
        condition: service_healthy
    environment:
${environmentOf({ DATABASE_URL, DATA_DIR: '/data' })}    volumes:
      - data:/data
      - ./backups:/backups
      - ..:/deploy:ro
    working_dir: /backups
    command: [/deploy/backup.sh, marketplace.dump]

  caddy:
    image: caddy:2
    restart: unless-stopped
    depends_on:
      marketplace:
        condition: service_healthy
    environment:
${environmentOf({
  SITE_NAME: '${SITE_NAME:?}',
  PAGE: `marketplace:${String(PORTS.page)}`,
  API: `marketplace:${String(PORTS.api)}`,
})}    ports:
      - '80:80'
      - '443:443'
      - '443:443/udp'
    volumes:
      - ../server/Caddyfile:/etc/caddy/Caddyfile:ro
      - certificates:/data

volumes:
  certificates:
  data:
  database:
`;
}

/** The superuser of the image only prepares the database. */
function owner(): string {
  return `-- Runs once, when the container of Postgres makes its database. ${BY}
\\getenv password DATABASE_PASSWORD
create role marketplace login password :'password';
alter database marketplace owner to marketplace;
`;
}
