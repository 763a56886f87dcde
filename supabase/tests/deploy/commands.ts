/** How each command line of the documentation is tested. */
export type Known =
  /** The test in this folder runs the line as it is. */
  | 'runs'
  /** For the platform or another service, so not run; the test checks that the supabase CLI knows the command and its options. */
  | 'asks the CLI'
  /** The reason why no test runs the line as it is. */
  | { because: string };

const SUITE = { because: 'starts tests, of which this is one' };
const MUTANTS = { because: 'breaks the code and runs its tests, for hours; mutants.test.ts tests its parts' };
const ELSEWHERE = { because: 'needs an account at that host' };
const PRODUCT = {
  because:
    'the local tests start the product with these options, without building the page: supabase/tests/local/run-product.ts',
};

/** Every command line of README.md, CONTRIBUTING.md, docs/deploy.md and docs/operate.md. */
export const COMMANDS: Record<string, Known> = {
  'npm start': PRODUCT,
  'node scripts/commands/start.mjs': PRODUCT,
  'npm start -- --reset': PRODUCT,
  'npm start -- --reset --no-demo': PRODUCT,
  'npm start -- --demo': PRODUCT,
  'UPGRADE=now npm start': { because: 'upgrade.test.ts upgrades with it and without, from release to release' },
  'DATA_DIR=/srv/marketplace npm start': PRODUCT,
  'npm run dev': { because: 'serves until it is stopped; nobody but developers runs it' },
  'npm run check': SUITE,
  'npm test': SUITE,
  'npm test -- unit browser': SUITE,
  'npm test -- firefox webkit': SUITE,
  'npm test -- changed': SUITE,
  'npm run mutants -- domain': MUTANTS,
  'npm run mutants': MUTANTS,
  'npm run mutants -- sql 23-questions --sample=30': MUTANTS,
  'npx vitest --project unit': SUITE,
  'npx vitest run --project database storage': SUITE,
  'npx vitest run --project on-postgres quotes': SUITE,
  'npx playwright test web/e2e/auth.spec.ts': SUITE,
  'BROWSER_FROM=npm npx playwright test': SUITE,
  'E2E_CPU_SLOWDOWN=8 npx playwright test …': SUITE,
  'FUZZ_REQUESTS=5000 FUZZ_SEED=3 npx vitest run --project api supabase/tests/api/fuzz.test.ts': SUITE,
  'npx vitest run --project postgres supabase/tests/schema/permission-matrix.test.ts -u': {
    because: 'writes the expectation that the suite "postgres" compares',
  },
  'npm run texts': { because: 'is the suite "texts"' },
  'npm run texts -- --missing fr': { because: 'texts.test.ts runs it' },
  'npm run migration -- packing_of_posts': {
    because: 'writes a file; the schema tests compare both ways to the database',
  },
  'npm run migration -- <name>': {
    because: 'writes a file; the schema tests compare both ways to the database',
  },
  'npm run limits': { because: 'writes a file; limits-doc.test.ts compares what it would write' },
  'npm run types': { because: 'the suite "database types" compares what it would write' },
  'npm run build': { because: 'the suite "build" builds the page, nginx.test.ts a hosted one' },
  'npm run release': { because: 'wants everything committed; release.test.ts packs and unpacks one' },
  'npm run first-load': { because: 'is the suite "build"' },
  'npm run bench': { because: 'takes a quarter of an hour; the suite "postgres" runs it on a small marketplace' },
  'npm run screenshots': { because: 'retakes the screenshots of the README' },
  'npm run acceptance': { because: 'reads the results of the whole run' },
  'npm run hosting': { because: 'names a host; nginx.test.ts writes the same files into a folder of its own' },
  'npm run hosting -- nginx': { because: 'nginx.test.ts writes the same files into a folder of its own' },
  'npm run hosting -- <netlify | vercel | cloudflare | nginx>': {
    because: 'nginx.test.ts writes the same files into a folder of its own',
  },
  'docker compose --file deploy/docker/compose.yaml up --build --detach': {
    because: 'needs Docker; own-server.test.ts runs the same steps without it',
  },
  'docker compose --file deploy/docker/compose.yaml run --rm backup': {
    because: 'needs Docker; backup.test.ts runs the command of the service',
  },
  'docker compose --file deploy/docker/compose.yaml run --rm backup /deploy/restore.sh marketplace.dump': {
    because: 'needs Docker; backup.test.ts runs the command in it',
  },
  'docker compose --file deploy/docker/compose.yaml exec marketplace npm run main-admin -- you@company.example': {
    because: 'needs Docker; the command in it runs without',
  },
  'npm install': { because: 'changes the packages of the project' },
  'npm ci': { because: 'changes the packages of the project' },
  'node scripts/checks/lockfile.mjs --fix': { because: 'changes the lock file, which the suite "source" checks' },
  'TAG_ORIGINS="https://www.googletagmanager.com …"': {
    because: 'a setting; hosts.test.ts compares the headers of all hosts',
  },
  'curl -I "$SITE_URL"': { because: 'nginx.test.ts reads the headers' },
  [`curl -H "Authorization: Bearer $CRON_SECRET" -H 'X-Forwarded-For: 192.0.2.1' https://<page>/api/forwarded-for`]: {
    because: 'needs a project behind proxies; the suite "api" asks the same path',
  },
  'SUPABASE_AUTH_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED=true npx supabase config push': {
    because: 'needs a project; hosted.test.ts sends the configuration to a stand-in',
  },
  'npx netlify deploy --prod --dir dist': ELSEWHERE,
  'npx vercel deploy --prebuilt --prod': ELSEWHERE,
  'npx wrangler pages deploy dist': ELSEWHERE,

  'npx supabase login': 'asks the CLI',
  'npx supabase link --project-ref <ref>': 'asks the CLI',
  'npx supabase db push --remote': 'asks the CLI',
  'npx supabase db push --remote="$DATABASE_URL" --yes': 'asks the CLI',
  'npx supabase config push': 'asks the CLI',
  'npx supabase secrets set --env-file functions.env': 'asks the CLI',
  'npx supabase secrets set NAME=…': 'asks the CLI',
  'npx supabase secrets set EXCHANGE_RATES_URL=…': 'asks the CLI',
  'npx supabase functions deploy --use-api': 'asks the CLI',
  'npx supabase storage cp -r --remote ss:///post-images backup/post-images': 'asks the CLI',
  'npx supabase start': 'asks the CLI',

  'createuser marketplace --pwprompt': { because: 'asks for a password; the test makes the user without one' },
  'createdb marketplace --owner=marketplace --template=template0 --encoding=UTF8 --locale=C.UTF-8': 'runs',
  'psql --dbname=marketplace --file=packages/embedded-supabase/roles.sql': 'runs',
  'psql "$DATABASE_URL" --command="select key, value from private.app_settings"': 'runs',
  [`psql "$DATABASE_URL" --command="update private.app_settings set value = jsonb_set(value, '{quote,max}', '50') where key = 'rate_limits'"`]:
    'runs',
  'deploy/backup.sh marketplace.dump': 'runs',
  'deploy/restore.sh marketplace.dump': 'runs',
  'npm run backup -- marketplace.tar.gz': 'runs',
  'npm run backup -- <file>': 'runs',
  'DATA_DIR=/srv/marketplace npm run restore -- marketplace.tar.gz': 'runs',
  'npm run restore -- <file>': 'runs',
  'npm run main-admin -- you@company.example': 'runs',
  'npm run main-admin -- <email> --demote <lost email>': 'runs',
  'npm run main-admin -- <email>': 'runs',
  'npm run housekeeping': 'runs',
  'npm run housekeeping -- <job>': 'runs',
};
