/* Questions on posts through /api. */
import { expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import { ApiClient, withToken } from './api-client.ts';

const test = base.extend('path', { auto: true }, async ({ anna }) => {
  const { id } = await world.createPost(anna, { title: 'Steel tubes' });
  return `/api/posts/${id}/questions`;
});

test('[A623,A629] a question is for asker, owner and admins, and with its answer for everybody', async ({
  anna,
  bob,
  adam,
  path,
}) => {
  const headers = { 'Idempotency-Key': 'question-1' };
  const asked = await withToken(bob).post(path, { question: ' Is welded fine? ' }, { headers });
  expect(asked).toAnswer(201);
  const question = Object(asked.body);
  expect(question).toMatchObject({ askerUsername: 'bob', question: 'Is welded fine?', answer: null, answeredAt: null });
  expect((await withToken(bob).post(path, { question: 'Is welded fine?' }, { headers })).status).toBe(422);
  const readers = async () => {
    const counts: number[] = [];
    const carl = await world.person('carl');
    for (const client of [withToken(bob), withToken(anna), withToken(adam), withToken(carl), new ApiClient()])
      counts.push(Object((await client.get(path)).body).length);
    return counts;
  };
  expect(await readers()).toEqual([1, 1, 1, 0, 0]);
  const answer = `/api/questions/${question.id}/answer`;
  expect(await withToken(bob).put(answer, { answer: 'Yes' })).toAnswer(403);
  expect(await new ApiClient().put(answer, { answer: 'Yes' })).toAnswer(401);
  expect(await withToken(await world.person('carl')).put(answer, { answer: 'Yes' })).toAnswer(404);
  expect(await withToken(anna).put(answer, { answer: 'Yes, with a certificate.' })).toAnswer(
    200,
    expect.objectContaining({ answer: 'Yes, with a certificate.', answeredAt: expect.any(String) }),
  );
  expect(await readers()).toEqual([1, 1, 1, 1, 1]);
});

test('[A623] an invalid question, a sixth open one and one on the own post are refused', async ({
  anna,
  bob,
  path,
}) => {
  for (const question of ['', '  ', 'x'.repeat(501), 7]) {
    const answer = await withToken(bob).post(path, { question });
    expect(answer, String(question)).toAnswer(400);
    expect(Object(answer.body).errors[0].path).toBe('question');
  }
  expect(await withToken(anna).post(path, { question: 'Is welded fine?' })).toAnswer(403);
  expect(await new ApiClient().post(path, { question: 'Is welded fine?' })).toAnswer(401);
  expect(await withToken(bob).post('/api/posts/999999/questions', { question: 'Is welded fine?' })).toAnswer(404);
  for (const n of [1, 2, 3, 4, 5]) expect(await withToken(bob).post(path, { question: `Question ${n}` })).toAnswer(201);
  const sixth = await withToken(bob).post(path, { question: 'Question 6' });
  expect(sixth).toAnswer(400);
  expect(sixth.body).toMatchObject({ errors: [{ path: 'question' }] });
});
