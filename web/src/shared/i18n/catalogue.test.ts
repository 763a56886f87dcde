import { expect, test } from 'vitest';
import { joined } from './catalogue.ts';

test('joined catalogues have the entries of each', () => {
  const everybody = { texts: { New: 'Mới' }, messages: { Spam: 'Thư rác' } };
  const admin = { texts: { Ban: 'Chặn' }, messages: {} };
  expect(joined(everybody, admin)).toEqual({ texts: { New: 'Mới', Ban: 'Chặn' }, messages: { Spam: 'Thư rác' } });
});

test.each(['null', '[]', '{"texts":{}}'])('an answer %s is refused as a catalogue', (answer) => {
  expect(() => joined(JSON.parse(answer))).toThrow(TypeError);
});
