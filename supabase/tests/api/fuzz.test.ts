import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { notificationKinds } from '../../functions/_shared/domain/notification-kinds.ts';
import { FEEDBACK_CATEGORIES } from '../../functions/_shared/domain/feedback.ts';
import { MAIL_NAMES } from '../../functions/_shared/domain/mail-templates.ts';
import { imageFile } from '../support/files/image-files.ts';
import { world } from '../support/embedded/database.ts';
import { PASSWORD, type Person } from '../support/world.ts';
import { type Answer, ApiClient, QUOTE, signedIn, withToken } from './api-client.ts';
import { hostileText, nearly, valuesOf } from './json-schema.ts';
import { type ApiDocument, type ApiOperation, readDocument } from './openapi-document.ts';

/*
 * Asks every operation of the document many times, with what it describes and with what it does not. Whatever is sent:
 * no failure of the server, only answers that the document describes, and 401 or 403 for who may not call.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const AT_ONCE = 6;
const SEED = Number(process.env.FUZZ_SEED ?? 17);
/** The part of the operations that has to succeed at least once: a fuzz that is refused everywhere shows little. */
const SUCCESS = 0.8;

/** Calls that take what only a mail or an earlier answer brings: these cannot be made up. */
const NEEDS_SECRET =
  /^(?:POST \/api\/(?:session\/refresh|reset_password|(?:session\/)?verify-email|session\/confirm-email)|(?:GET|PUT) \/api\/mail-choices)$/;

type Caller = 'guest' | 'user' | 'admin';
type Sent = {
  caller: Caller;
  path: string;
  body: { raw?: BodyInit; type?: string };
  key: string | undefined;
};

let document: ApiDocument;
let callers: Record<'user' | 'admin', Person[]>;
/** Real values by the name of a parameter or field, with the operation before it where only one of them takes such values. */
let real: Record<string, unknown[]>;

const ids = async (table: string) =>
  (await world.sql<{ id: number }>(`select id::int as id from public.${table}`)).map(({ id }) => id);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const idOf = ({ body }: Answer) => z.object({ id: z.number() }).parse(body).id;

const inOperation = (operation: string, values: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(values).map(([name, pool]) => [`${operation} ${name}`, pool]));

async function expendable(): Promise<Person[]> {
  const people: Person[] = [];
  for (const name of ['carl', 'dora', 'emil']) people.push(await world.person(name));
  return people;
}

beforeAll(async () => {
  await world.reset();
  const [anna, bob, adam] = [await world.person('anna'), await world.person('bob'), await world.person('adam')];
  const others = await expendable();
  await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled' returning key`);
  for (let pair = 0; pair < 10; pair += 1) for (const owner of [anna, bob]) await world.createPost(owner);
  // Of each pair the first is anna's; on the last ones nobody has quoted.
  for (const [place, postId] of (await ids('posts')).slice(0, 12).entries())
    await withToken(place % 2 === 0 ? bob : anna).post('/api/quotes', { ...QUOTE, postId });
  for (const quote of (await ids('quotes')).slice(0, 2)) {
    for (const person of [anna, bob, anna, bob])
      await withToken(person).post(`/api/quotes/${quote}/messages`, { content: 'Hello' });
  }
  await withToken(bob).post('/api/reviews', { reviewedUserId: anna.id, rating: 4, comment: 'Reliable' });
  for (const person of others) {
    for (const caller of [anna, bob]) {
      await withToken(person).post('/api/reviews', { reviewedUserId: caller.id, rating: 5, comment: 'Quick' });
      await withToken(caller).post('/api/reviews', { reviewedUserId: person.id, rating: 3, comment: 'Slow' });
    }
  }
  const news = { type: 'news', title: 'New rules', summary: 'In short', body: 'At length', status: 'published' };
  for (let item = 0; item < 3; item += 1) await withToken(adam).post('/api/news', news);
  const broadcasts: unknown[] = [];
  const later = { audience: 'all', message: 'We move', sendAt: inDays(1) };
  for (let item = 0; item < 6; item += 1)
    broadcasts.push(idOf(await withToken(adam).post('/api/admin/notifications', later)));
  for (const post of await ids('posts')) {
    for (const person of [anna, bob])
      await withToken(person).post(`/api/posts/${post}/questions`, { question: 'Which?' });
  }
  const searches: unknown[] = [];
  for (const goods of ['rice', 'nuts', 'cashews']) {
    for (const person of [anna, bob]) {
      const search = { name: goods, address: `/?q=${goods}`, pace: 'now' };
      searches.push(idOf(await withToken(person).post('/api/saved-searches', search)));
    }
  }
  const factors: unknown[] = [];
  for (const { client } of [anna, bob])
    factors.push((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).data?.id);
  const quoteValues = {
    ...Object.fromEntries(Object.entries(QUOTE).map(([name, value]) => [name, [value]])),
    validUntil: [inDays(20).slice(0, 10), null],
  };
  callers = { user: [anna, bob], admin: [adam] };
  const userIds = others.map(({ id }) => id);
  real = {
    'Post id': await ids('posts'),
    'Quote id': await ids('quotes'),
    'Message id': await ids('messages'),
    'Notification id': await ids('notifications'),
    'News item id': await ids('news_items'),
    'Review id': await ids('reviews'),
    'Question id': await ids('post_questions'),
    'Broadcast id': broadcasts,
    'Saved search id': searches,
    'User id': userIds,
    postId: await ids('posts'),
    quoteId: await ids('quotes'),
    reviewedUserId: userIds,
    country: ['vn', 'Germany', 'Atlantis'],
    password: ['Secret123!'],
    confirmPassword: ['Secret123!', undefined],
    phoneNumber: ['+84 28 1234 567', null],
    price: ['12 USD/product', 5],
    quantity: ['100 pcs', 7],
    pagePath: ['/', '/news'],
    // Nobody listens there: a name made up would have to be looked up first.
    smtpHost: ['', '127.0.0.1'],
    smtpPort: [9],
    images: [[], [], ['https://example.com/a.png']],
    attachments: [[], null],
    postIds: [[(await ids('posts')).at(-1)]],
    feedbackIds: [[999_999]],
    unit: ['t', null],
    targetPrice: [640.5, null],
    targetCurrency: ['EUR'],
    neededBy: [inDays(60).slice(0, 10), null],
    quoteDeadline: [inDays(7), null],
    closeRequest: [false, null],
    expectedVersion: [1, null],
    documents: [[]],
    externalUrl: ['https://example.com/fair', null],
    eventStart: ['2031-05-01T09:00:00Z'],
    eventEnd: ['2031-05-02T18:00:00+07:00', null],
    replyTo: ['', 'shop@example.com'],
    fromAddress: ['', 'shop@example.com'],
    template: [...MAIL_NAMES],
    verified: [true, false],
    path: [`${anna.authId}/${anna.authId}.png`],
    ...inOperation('POST /api/login', { username: ['anna', 'Bob', 'carl@example.com'], password: [PASSWORD] }),
    ...inOperation('POST /api/session', { username: ['anna', 'Bob', 'carl@example.com'], password: [PASSWORD] }),
    ...['POST /api/quotes', 'PUT /api/quotes/{id}'].reduce(
      (all, call) => ({ ...all, ...inOperation(call, quoteValues) }),
      {},
    ),
    // The last ones of anna and bob: nobody has quoted on them.
    ...inOperation('POST /api/quotes', { postId: (await ids('posts')).slice(12) }),
    ...inOperation('GET /api/posts', { open: [true], closing: [7], posted: [30], page: [1], limit: [10] }),
    ...inOperation('POST /api/saved-searches', { address: ['/?q=steel', '/?country=vn', '/?category=food&open=1'] }),
    ...inOperation('PUT /api/digest-time', { hour: [6], timeZone: ['Asia/Ho_Chi_Minh', 'Europe/Rome'] }),
    ...inOperation('POST /api/user/second-factor', { factorId: factors, currentPassword: [PASSWORD] }),
    ...inOperation('POST /api/posts', { quantity: [20, null] }),
    ...inOperation('PUT /api/posts/{id}', { quantity: [20, null] }),
    ...inOperation('GET /api/admin/stats', { from: [inDays(-9).slice(0, 10)], to: [inDays(-1).slice(0, 10)] }),
    ...inOperation('GET /api/admin/audit-log', {
      page: [1],
      limit: [20],
      q: ['adam'],
      action: ['hide_post'],
      entity: ['post'],
    }),
    ...inOperation('POST /api/feedback', { category: FEEDBACK_CATEGORIES.map(({ value }) => value) }),
    ...inOperation('POST /api/admin/notifications', {
      audience: ['all'],
      linkKind: ['none'],
      sendAt: [null, later.sendAt],
    }),
    ...inOperation('PUT /api/admin/notifications/kinds', { kind: Object.keys(notificationKinds) }),
  };
  document = readDocument((await new ApiClient().get('/api/openapi.json')).body);
});

const knownIn =
  ({ method, path }: ApiOperation) =>
  (name: string) => {
    const values = real[`${method} ${path} ${name}`] ?? real[name];
    return values && values.length > 0 ? fc.constantFrom<unknown>(...values) : undefined;
  };

function pathOf(operation: ApiOperation): fc.Arbitrary<string> {
  const { path, parameters } = operation;
  const known = knownIn(operation);
  const values = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, in: place, required, schema, description = name }) => {
      const small = place === 'path' ? fc.integer({ min: 1, max: 6 }) : undefined;
      const fitting = (known(description) ?? known(name) ?? small ?? valuesOf(schema, known)).map(String);
      const numbers = fc.constantFrom('0', '999999', '9007199254740991', '9223372036854775808');
      const value =
        place === 'path'
          ? fc.oneof({ arbitrary: fitting, weight: 8 }, numbers)
          : fc.oneof({ arbitrary: fitting, weight: 8 }, hostileText);
      return fc.tuple(fc.constant({ name, place }), required ? value : fc.option(value, { nil: undefined }));
    });
  return fc.tuple(...values).map((all) => {
    const query = new URLSearchParams();
    let filled = path;
    for (const [{ name, place }, value] of all) {
      if (value === undefined) continue;
      if (place === 'path')
        filled = filled.replace(`{${name}}`, encodeURIComponent(value.replace(/[\ud800-\udfff]/gu, '')));
      else query.set(name, value);
    }
    return query.size > 0 ? `${filled}?${query}` : filled;
  });
}

const PNG = new File([imageFile('image/png')], 'a.png');
const PDF = new File(['%PDF-1.7\n'], 'a.pdf');
const file = fc.constantFrom(PNG, PNG, PNG, PNG, PDF, PDF, PDF, new File(['MZ'], 'a.exe'), new File([], '../é"\n.png'));

function bodyOf(operation: ApiOperation): fc.Arbitrary<Sent['body']> {
  const { requestBody, path, method } = operation;
  const known = knownIn(operation);
  if (!requestBody)
    return fc.constantFrom({}, {}, {}, method === 'GET' ? {} : { raw: '{"a":', type: 'application/json' });
  const json = requestBody.content['application/json'];
  const values = json ? valuesOf(json.schema, known) : fc.constant({});
  const asJson = (value: unknown) => ({ raw: JSON.stringify(value), type: 'application/json' });
  const bodies = fc.oneof(
    { arbitrary: values.map(asJson), weight: 10 },
    { arbitrary: nearly(values).map(asJson), weight: 8 },
    { arbitrary: values.map((value) => ({ raw: JSON.stringify(value), type: 'text/plain' })), weight: 1 },
    {
      arbitrary: fc.constantFrom('', '{', '[]', 'null', '\u0000').map((raw) => ({ raw, type: 'application/json' })),
      weight: 1,
    },
  );
  if (!requestBody.content['multipart/form-data']) return bodies;
  const field = ['document', 'avatar'].find((name) => path.endsWith(name)) ?? 'images';
  const forms = fc
    .tuple(values, fc.array(file, { maxLength: 2 }))
    .map(([value, files]) => ({ raw: formOf(value, field, files) }));
  return json ? fc.oneof(bodies, forms) : forms;
}

function formOf(value: unknown, field: string, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(Object(value))) if (typeof text === 'string') form.append(name, text);
  for (const each of files) form.append(field, each);
  return form;
}

const requestsOf = (operation: ApiOperation): fc.Arbitrary<Sent> =>
  fc.record({
    caller: fc.oneof(
      { arbitrary: fc.constant<Caller>('guest'), weight: 1 },
      { arbitrary: fc.constant<Caller>('user'), weight: operation['x-access'] === 'admin' ? 1 : 4 },
      { arbitrary: fc.constant<Caller>('admin'), weight: operation['x-access'] === 'admin' ? 4 : 1 },
    ),
    path: pathOf(operation),
    body: bodyOf(operation),
    key: fc.option(fc.uuid(), { nil: undefined, freq: 3 }),
  });

/** Calls that end the session that they come with: each brings one of its own. */
const ENDS_SESSION = ['/api/logout', '/api/user/password'];

async function clientOf(caller: Caller, path: string, turn: number): Promise<ApiClient> {
  // A guest whom a registration signs in is none any more: each is a new one.
  if (caller === 'guest') return new ApiClient();
  const person = callers[caller][turn % callers[caller].length];
  if (!person) throw new Error(`Nobody is a ${caller}`);
  return ENDS_SESSION.includes(path) ? signedIn(person) : withToken(person);
}

async function send(
  { method, path: call }: ApiOperation,
  { caller, path, body, key }: Sent,
  turn: number,
): Promise<Answer> {
  const client = await clientOf(caller, call, turn);
  return client.call(method, path, {
    raw: body.raw,
    headers: { ...(body.type && { 'Content-Type': body.type }), ...(key && { 'Idempotency-Key': key }) },
  });
}

/** The status that a caller gets who may not call at all. */
function refusalFor({ 'x-access': access }: ApiOperation, caller: Caller): number | undefined {
  if (access !== 'anyone' && caller === 'guest') return 401;
  return access === 'admin' && caller === 'user' ? 403 : undefined;
}

function schemaCheck(): (operation: ApiOperation, status: number) => ValidateFunction | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', ...structuredClone({ paths: document.paths, components: document.components }) });
  const checks = new Map<string, ValidateFunction>();
  const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
  return ({ path, method, responses }, status) => {
    if (!responses[status]) return undefined;
    const place = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    const $ref = `api#/${place.map(pointer).map(encodeURIComponent).join('/')}`;
    const check = checks.get($ref) ?? ajv.compile({ $ref });
    checks.set($ref, check);
    return check;
  };
}

/** What is wrong with an answer; null for one that is as it should be. */
function fault(
  operation: ApiOperation,
  sent: Sent,
  answer: Answer,
  check: ReturnType<typeof schemaCheck>,
): string | null {
  const refusal = refusalFor(operation, sent.caller);
  if (answer.status >= 500) return 'fails';
  if (refusal !== undefined && answer.status !== refusal) return `answers ${answer.status} to a ${sent.caller}`;
  if (answer.status === 302) return operation.responses[302] ? null : 'leads elsewhere, which is not described';
  const validate = check(operation, answer.status);
  if (!validate) return `answers ${answer.status}, which is not described`;
  if (answer.status >= 400 && !/"code":"/.test(answer.text)) return 'is refused without a code';
  if (!validate(answer.body)) return `${answer.status} does not fit: ${JSON.stringify(validate.errors?.slice(0, 2))}`;
  return null;
}

test(
  'every operation answers as the document says, whatever is sent and whoever sends it',
  { timeout: 300_000 },
  async () => {
    const check = schemaCheck();
    const findings = new Map<string, string>();
    const succeeded = new Set<string>();
    const { operations } = document;
    const perOperation = Math.ceil(REQUESTS / operations.length);
    const samples = operations.map((operation, index) =>
      fc.sample(requestsOf(operation), { numRuns: perOperation, seed: SEED + index }),
    );
    // In turns: what one operation leaves behind is what the next ones find.
    const queue = Array.from({ length: perOperation }, (_, turn) => turn).flatMap((turn) =>
      operations.flatMap((operation, index) => {
        const sent = samples[index]?.[turn];
        return sent ? [{ operation, sent, turn }] : [];
      }),
    );
    const requests = queue.length;
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { operation, sent, turn } = next;
        const name = `${operation.method} ${operation.path}`;
        const answer = await send(operation, sent, turn);
        if (answer.status < 400) succeeded.add(name);
        const found = fault(operation, sent, answer, check);
        if (found)
          findings.set(
            `${name} ${found}`,
            `${JSON.stringify(sent).slice(0, 400)} → ${answer.status} ${answer.text.slice(0, 300)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(Object.fromEntries(findings)).toEqual({});
    expect(requests).toBeGreaterThanOrEqual(REQUESTS);
    const possible = operations.filter(({ method, path }) => !NEEDS_SECRET.test(`${method} ${path}`));
    expect(succeeded.size / possible.length, 'operations that succeeded').toBeGreaterThan(SUCCESS);
  },
);
