import { PostgrestError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { fromDatabase } from './api-error.ts';

test('a write repeated with other content answers 409 with the id of the stored row', async () => {
  const details = JSON.stringify({ code: 'already_sent_differently', storedId: 7 });
  const error = new PostgrestError({ code: 'PT409', message: 'Already sent', details, hint: '' });
  const answer = fromDatabase(error, 409).toResponse();
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { message: 'Already sent', code: 'already_sent_differently', storedId: 7 },
  ]);
});
