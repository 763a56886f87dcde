import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from './api-client.ts';
import { breaksOf, type Contract, contractOf, frozenFile, readFrozenContract } from './frozen-contract.ts';

/** Additions to calls of version 1 that are meant, each as the line that it gives. */
let DECLARED: readonly string[] = [
  // Optional: without it a quote is valid as long as one is that says nothing.
  'POST /api/quotes body.content.application/json.schema.properties.validUntil is new',
  // Optional: without it a quote is on the post as it stands.
  'POST /api/quotes body.content.application/json.schema.properties.expectedRequest is new',
  // Lists are read in parts.
  ...[
    '/api/user/posts',
    '/api/user/posts/quotes',
    '/api/my-quotes',
    '/api/posts/{id}/quotes',
    '/api/notifications',
  ].flatMap((path) => [`GET ${path} takes query before as well`, `GET ${path} takes query limit as well`]),
  ...['/api/reviews/user/{userId}', '/api/my-reviews'].flatMap((path) => [
    `GET ${path} takes query page as well`,
    `GET ${path} takes query limit as well`,
  ]),
  // What came after the newest that was shown stays unread.
  'PATCH /api/notifications/read-all takes query upTo as well',
  // Mails have a text in each language; without one it is the English text that is meant.
  ...['GET /api/admin/email-settings', 'PUT /api/admin/email-settings/templates'].map(
    (call) => `${call} takes query locale as well`,
  ),
  ...['preview', 'test'].map((call) => `POST /api/admin/email-settings/${call} takes query locale as well`),
  // Which mails there are is part of what the log can be asked for: three more came.
  'GET /api/admin/email-settings/log query template.schema.enum changed',
  // A post may say more of what it asks for, which calls of their own answer.
  ...['POST /api/posts', 'PUT /api/posts/{id}'].map(
    (call) => `${call} body.content.application/json.schema.properties.requirements is new`,
  ),
  // A code or link is bound to the registration that the client has made.
  ...['/api/verify-email', '/api/session/verify-email'].flatMap((path) =>
    ['[0].properties.registration', '[0].properties.password', '[1].properties.registration'].map(
      (place) => `POST ${path} body.content.application/json.schema.anyOf${place} is new`,
    ),
  ),
  // The second step of a sign-in, for users who have one.
  ...['/api/login', '/api/session'].map(
    (path) => `POST ${path} body.content.application/json.schema.properties.code is new`,
  ),
  // Answers say more: what was sent can be read at once.
  ...['properties.id is new', 'required changed'].map(
    (change) => `POST /api/quotes 201.application/json.schema.${change}`,
  ),
  ...['properties.quoteId is new', 'required changed'].map(
    (change) => `GET /api/notifications 200.application/json.schema.items.${change}`,
  ),
  // A rule can be tried first, and one that finds much is confirmed.
  'GET /api/admin/content-filter takes query trial as well',
  ...['isTrial is new', 'trialSince is new'].map(
    (field) => `GET /api/admin/content-filter 200.application/json.schema.properties.items.items.properties.${field}`,
  ),
  'GET /api/admin/content-filter 200.application/json.schema.properties.items.items.required changed',
  ...['POST /api/admin/content-filter', 'PUT /api/admin/content-filter/{id}'].flatMap((call) => [
    `${call} body.content.application/json.schema.properties.isTrial is new`,
    `${call} body.content.application/json.schema.properties.isConfirmed is new`,
    `${call} ${call.startsWith('POST') ? 201 : 200}.application/json.schema.properties.isTrial is new`,
    `${call} ${call.startsWith('POST') ? 201 : 200}.application/json.schema.required changed`,
  ]),
  'POST /api/admin/content-filter/test 200.application/json.schema.properties.hits.items.properties.action.enum changed',
  // Copies and mails of a broadcast are counted apart.
  ...['mails is new', 'mailsSent is new'].map(
    (field) => `GET /api/admin/notifications 200.application/json.schema.properties.items.items.properties.${field}`,
  ),
  'GET /api/admin/notifications 200.application/json.schema.properties.items.items.required changed',
  // Posts can be filtered and sorted by time.
  ...['open', 'closing', 'posted', 'sort'].map((name) => `GET /api/posts takes query ${name} as well`),
  // Lists include what a call for each entry would answer otherwise.
  ...['/api/posts', '/api/user/posts'].flatMap((path) => [
    `GET ${path} takes query include as well`,
    ...['state', 'requirements'].map(
      (field) => `GET ${path} 200.application/json.schema.items.properties.${field} is new`,
    ),
  ]),
  ...['/api/user/posts/quotes', '/api/my-quotes', '/api/posts/{id}/quotes'].flatMap((path) => [
    `GET ${path} takes query include as well`,
    ...['status', 'decision'].map(
      (field) => `GET ${path} 200.application/json.schema.items.properties.${field} is new`,
    ),
  ]),
  // Optional: without them an admin ends or changes what is there, whoever has changed it meanwhile.
  'PATCH /api/posts/{id}/unhide takes query hiddenAt as well',
  'PUT /api/news/{id} body.content.application/json.schema.properties.expectedUpdatedAt is new',
  'DELETE /api/news/{id} takes query expectedUpdatedAt as well',
  ...['properties.suspendedAt is new', 'required changed'].map(
    (change) => `GET /api/admin/users 200.application/json.schema.properties.items.items.${change}`,
  ),
  // What GET answers is taken back: null where nothing is set.
  ...[
    'fromAddress.type changed',
    'replyTo.type changed',
    'smtpHost.type changed',
    'smtpUser.anyOf is new',
    'smtpUser.type changed',
    'smtpUser.maxLength changed',
  ].map((change) => `PUT /api/admin/email-settings body.content.application/json.schema.properties.${change}`),
];

const FROZEN_SHA256 = 'd9d4517bc181e7d6dda0bbbe60f96ad64de16fa5a61fbe643abaa9308f3c85af';

let now: Contract;
beforeAll(async () => {
  now = contractOf((await new ApiClient().get('/api/openapi.json')).body);
  // A refusal can name what is stored instead of what was sent.
  const storedId = /[45]\d\d\.application\/json\.schema\.properties\.storedId is new$/;
  DECLARED = [...DECLARED, ...breaksOf(readFrozenContract(), now).filter((line) => storedId.test(line))];
});

describe('the contract of version 1', () => {
  test('the contract of version 1 is the frozen one', () => {
    expect(createHash('sha256').update(readFileSync(frozenFile)).digest('hex')).toBe(FROZEN_SHA256);
  });

  test('[A601] every call of version 1 keeps its inputs, roles and answers', () => {
    expect(breaksOf(readFrozenContract(), now, DECLARED)).toEqual([]);
  });

  test('the contract of today contains every declared addition', () => {
    const additions = breaksOf(readFrozenContract(), now);
    expect(DECLARED.filter((line) => !additions.includes(line))).toEqual([]);
  });
});

describe('what would break a client is told', () => {
  const change = (name: string, mend: (operation: Contract['operations'][string]) => unknown): string[] => {
    const changed = structuredClone(now);
    const operation = changed.operations[name];
    if (!operation) throw new Error(`There is no ${name}`);
    mend(operation);
    return breaksOf(readFrozenContract(), changed, DECLARED);
  };
  const changeSchema = (
    name: string,
    mend: (properties: object, schema: Contract['schemas'][string]) => unknown,
  ): string[] => {
    const changed = structuredClone(now);
    const schema = changed.schemas[name];
    if (!schema || typeof schema['properties'] !== 'object' || schema['properties'] === null)
      throw new Error(`There is no ${name}`);
    mend(schema['properties'], schema);
    return breaksOf(readFrozenContract(), changed, DECLARED);
  };

  test('a call that is gone, renamed or for fewer', () => {
    const { ['GET /api/posts']: _, ...operations } = now.operations;
    expect(breaksOf(readFrozenContract(), { ...now, operations }, DECLARED)).toEqual(['GET /api/posts is gone']);
    expect(change('GET /api/posts', (call) => Object.assign(call, { operationId: 'listPosts' }))).toEqual([
      'GET /api/posts has another operationId',
    ]);
    expect(change('GET /api/posts', (call) => Object.assign(call, { access: 'user' }))).toEqual([
      'GET /api/posts has another access',
    ]);
  });

  test('a parameter, a field of a body or an answer more', () => {
    expect(
      change('GET /api/posts', (call) =>
        Object.assign(call, {
          parameters: { ...Object(call['parameters']), 'query tone': { required: false, schema: { type: 'string' } } },
        }),
      ),
    ).toEqual(['GET /api/posts takes query tone as well']);
    const broken = changeSchema('Post', (properties) => Object.assign(properties, { status: { type: 'string' } }));
    expect(broken).toContain('GET /api/posts/{id} 200.application/json.schema.properties.status is new');
  });

  test('a field that is gone, of another type or may be left out', () => {
    const place = 'GET /api/posts/{id} 200.application/json.schema';
    expect(changeSchema('Post', (properties) => Reflect.deleteProperty(properties, 'title'))).toContain(
      `${place}.properties.title changed`,
    );
    expect(changeSchema('Post', (properties) => Object.assign(properties, { title: { type: 'number' } }))).toContain(
      `${place}.properties.title.type changed`,
    );
    expect(changeSchema('Post', (_, schema) => Object.assign(schema, { required: ['id'] }))).toContain(
      `${place}.required changed`,
    );
  });

  test('a refusal that is no longer named', () => {
    expect(
      change('GET /api/posts/{id}', (call) => {
        const { 404: _, ...answers } = Object(call['answers']);
        Object.assign(call, { answers });
      }),
    ).toEqual(['GET /api/posts/{id} 404 changed']);
  });
});

test('new calls, words, formats and further refusals break nobody', () => {
  const later = structuredClone(now);
  later.operations['GET /api/later'] = { operationId: 'getLater' };
  const call = Object(later.operations['GET /api/posts/{id}']);
  call.answers['503'] = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  Object.assign(Object(later.schemas['Post']).properties.title, { description: 'What is wanted', format: 'text' });
  Object.assign(Object(later.schemas['Error']).properties.code, { enum: ['not_found'] });
  expect(breaksOf(readFrozenContract(), contractOf(documentOf(later)), DECLARED)).toEqual([]);
});

/** The document that states a contract, as far as `contractOf` reads one. */
function documentOf({ operations, schemas }: Contract) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, { access, parameters, body, answers, ...rest }] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...rest,
        ...(access !== undefined && { 'x-access': access }),
        parameters: Object.entries(Object(parameters)).map(([key, value]) => {
          const [place, parameter] = key.split(' ');
          return { in: place, name: parameter, ...Object(value) };
        }),
        ...(body !== null && body !== undefined && { requestBody: body }),
        responses: Object.fromEntries(
          Object.entries(Object(answers)).map(([status, content]) => [status, { content }]),
        ),
      },
    };
  }
  return { paths, components: { schemas } };
}
