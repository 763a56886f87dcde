import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AppError } from '@/shared/errors/app-error.ts';
import { useSendOnce } from './send-once.ts';

const lost = new AppError('No connection', { kind: 'offline', status: 0 });
const storedOther = new AppError('Already sent', {
  kind: 'conflict',
  status: 409,
  details: { code: 'already_sent_differently', storedId: 7 },
});

/** A form whose attempts end with a failure, or with success; answers the client id of each attempt. */
function form() {
  const { result } = renderHook(() => useSendOnce());
  return async (content: unknown, failure: Error | null = lost): Promise<string> => {
    let used = '';
    const sending = result.current(content, (clientId) => {
      used = clientId;
      return failure ? Promise.reject(failure) : Promise.resolve();
    });
    await sending.catch(() => undefined);
    return used;
  };
}

test('the same content keeps its client id until it is stored; any change gets another one', async () => {
  const attempt = form();
  const ten = await attempt({ price: '10', images: [] });
  expect(await attempt({ price: '10', images: [] })).toBe(ten);
  const twelve = await attempt({ price: '12', images: [] });
  expect(twelve).not.toBe(ten);
  expect(await attempt({ price: '12', images: ['a.png'] })).not.toBe(twelve);
});

test('a content that was changed and changed back keeps its first client id', async () => {
  const attempt = form();
  const ten = await attempt('10');
  await attempt('12');
  expect(await attempt('10')).toBe(ten);
});

test('the same content gets a new client id after it was stored', async () => {
  const attempt = form();
  const first = await attempt('Thank you', null);
  expect(await attempt('Thank you')).not.toBe(first);
});

test('two forms with the same content share no client id', async () => {
  expect(await form()('A request')).not.toBe(await form()('A request'));
});

test('another file is another content', async () => {
  const attempt = form();
  const first = await attempt({ images: [new File(['a'], 'a.png')] });
  expect(await attempt({ images: [new File(['a'], 'b.png')] })).not.toBe(first);
});

test('a client id that the server knows for other content is not used again', async () => {
  const attempt = form();
  const first = await attempt('10', storedOther);
  expect(await attempt('10')).not.toBe(first);
});
