import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { test } from '../support/embedded/test.ts';
import { ApiClient } from './api-client.ts';
import { type ApiDocument, readDocument } from './openapi-document.ts';

const guest = new ApiClient();
let document: ApiDocument;
let raw: Record<string, unknown>;

test.beforeAll(async () => {
  const answer = await guest.get('/api/openapi.json');
  raw = z.record(z.string(), z.unknown()).parse(answer.body);
  document = readDocument(answer.body);
});

/** The routes that the specification lists, and those that the product adds to them. */
const ROWS = `
  GET /api/user · POST /api/login · POST /api/register · POST /api/logout · POST /api/forgot_password
  POST /api/verify-email · POST /api/resend-verification · POST /api/reset_password
  GET /api/check_username · GET /api/check-email · POST /api/guest-access
  GET /api/posts · POST /api/posts · GET /api/posts/{id} · PUT /api/posts/{id} · DELETE /api/posts/{id}
  PATCH /api/posts/{id}/hide · PATCH /api/posts/{id}/unhide
  POST /api/posts/upload-images · POST /api/news/upload-images
  GET /api/posts/{id}/like · POST /api/posts/{id}/like · POST /api/posts/{id}/unlike
  POST /api/quotes · POST /api/quotes/upload-document
  GET /api/notifications · PATCH /api/notifications/{id}/read · PATCH /api/notifications/read-all
  GET /api/reviews/rating/{userId} · POST /api/reviews
  GET /api/posts/{id}/quotes · GET /api/user/posts · GET /api/user/posts/quotes · GET /api/my-quotes
  GET /api/quotes/{id} · GET /api/quotes/{id}/messages · POST /api/quotes/{id}/messages
  PATCH /api/quotes/{id}/messages/read · PATCH /api/messages/{id} · DELETE /api/messages/{id}
  GET /api/news · GET /api/news/{id} · POST /api/news · PUT /api/news/{id} · DELETE /api/news/{id}
  GET /api/reviews/user/{userId} · GET /api/my-reviews · PUT /api/reviews/{id} · DELETE /api/reviews/{id}
  POST /api/reviews/{id}/reply · POST /api/feedback
  POST /api/verify-email · POST /api/resend-verification · POST /api/reset_password
  GET /api/users/{id} · PUT /api/user · POST /api/user/avatar · POST /api/user/password
  GET /api/admin/users · GET /api/admin/stats · GET /api/admin/feedback · GET /api/admin/hidden-posts
  GET /api/admin/email-settings · PUT /api/admin/email-settings · POST /api/admin/email-settings/test
  POST /api/admin/email-settings/preview · GET /api/admin/email-settings/log
  GET /api/admin/notifications · POST /api/admin/notifications · GET /api/admin/audit-log · GET /api/admin/news
  GET /api/admin/content-filter · POST /api/admin/content-filter · POST /api/admin/content-filter/test`;

const routeFiles = new URL('../../functions/api/routes/', import.meta.url);

describe('/api/openapi.json', () => {
  test('the document is valid by the schema of OpenAPI itself', async () => {
    expect(await new Validator().validate(raw)).toEqual({ valid: true });
  });

  test('the document is OpenAPI 3.1 and names every call of the contract', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const named = document.operations.map(({ method, path }) => `${method} ${path}`);
    expect(named).toEqual(expect.arrayContaining(ROWS.split(/\s*[·\n]\s*/).filter(Boolean)));
    expect(new Set(document.operations.map(({ operationId }) => operationId)).size).toBe(named.length);
  });

  test('every field and parameter of the document has a description and valid examples', () => {
    const ajv = addFormats(new Ajv2020({ strict: false, logger: false }));
    ajv.addSchema({ $id: 'api', ...structuredClone({ components: raw['components'] }) });
    const faults: string[] = [];
    let fields = 0;
    const check = (place: string, schema: object) => {
      fields += 1;
      if (!('description' in schema)) faults.push(`${place} is not described`);
      const { examples = [] } = z.object({ examples: z.array(z.unknown()).optional() }).parse(schema);
      const local = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
      for (const example of examples)
        if (!ajv.validate(JSON.parse(local), example)) faults.push(`${place}: ${JSON.stringify(example)} does not fit`);
    };
    const walk = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, schema] of Object.entries(Object('properties' in value ? value.properties : {})))
        check(`${place} ${name}`, Object(schema));
      for (const [key, inner] of Object.entries(value))
        walk(inner, /^(properties|items|schema|anyOf|allOf|\d+)$/.test(key) ? place : `${place} ${key}`);
    };
    walk(raw['paths'], '');
    walk(raw['components'], '');
    for (const { method, path, parameters } of document.operations) {
      for (const { name, description, schema } of parameters)
        check(`${method} ${path} ${name}`, { ...schema, ...(description && { description }) });
    }
    expect(faults).toEqual([]);
    expect(fields).toBeGreaterThan(600);
  });

  test('every time is marked as one', () => {
    const unmarked = [...JSON.stringify(raw).matchAll(/"(\w+At)":(\{[^{}]*\})/g)].filter(
      ([, , schema = '']) => schema.includes('"string"') && !schema.includes('date-time'),
    );
    expect(unmarked.map(([, name]) => name)).toEqual([]);
  });

  test('no call is written past it', () => {
    // A link in mails is called by mail programs, with a form.
    for (const file of readdirSync(routeFiles).filter((name) => !/^unsubscribe|\.test\.ts$/.test(name))) {
      const text = readFileSync(new URL(file, routeFiles), 'utf8');
      expect(text, file).not.toMatch(/new Hono|[rR]outes\.(get|post|put|patch|delete|all|on)\(/);
    }
  });
});

describe('/api/docs', () => {
  test('/api/docs leads to the page of the site that shows every call', async ({ world }) => {
    const answer = await guest.get('/api/docs');
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, `${world.webUrl}/api-docs`]);
  });
});

test('no function answers with a page: on hosted Supabase people would see its source text', async () => {
  const paths = document.operations
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/\{\w+\}/g, '1'));
  for (const path of [
    ...paths,
    '/api',
    '/api/docs',
    '/api/openapi.json',
    '/api/unsubscribe?token=x',
    '/api/nothing',
    '/functions/v1/mail',
  ]) {
    const { text, headers } = await guest.get(path);
    expect([headers.get('Content-Type') ?? '', text.slice(0, 20)], path).not.toEqual([
      expect.stringMatching(/html/),
      expect.anything(),
    ]);
    expect(text, path).not.toMatch(/<(!doctype|html|body)/i);
  }
  const functions = new URL('../../functions/', import.meta.url);
  for (const file of readdirSync(functions, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    expect(readFileSync(new URL(file, functions), 'utf8'), file).not.toMatch(/text\/html|\.html\(|hono\/html/);
  }
});
