import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

const LATER = Infinity;

test('each person has one task done before the second of any other, one after the other', async () => {
  const done: string[] = [];
  let atOnce = 0;
  const draw = (person: string, name: string) =>
    inTurn(person, LATER, async () => {
      expect((atOnce += 1)).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      done.push(name);
      return name;
    });
  const answers = Promise.all([
    draw('anna', 'a1'),
    draw('anna', 'a2'),
    draw('anna', 'a3'),
    draw('bob', 'b1'),
    draw('bob', 'b2'),
  ]);
  expect(await answers).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  expect(done).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('a failing task fails for its caller only, the queue goes on, and a task past its time is not run', async () => {
  const failing = inTurn('anna', LATER, () => Promise.reject(new Error('broken')));
  let isDone = false;
  const late = inTurn('bob', Date.now() + 1, async () => {
    isDone = true;
  });
  await expect(failing).rejects.toThrow('broken');
  expect(await late).toBeNull();
  expect(isDone).toBe(false);
  expect(await inTurn('anna', LATER, () => Promise.resolve(1))).toBe(1);
});
