import { expect, test } from 'vitest';
import { NEEDED_MB, requireMemory } from './memory.mjs';

test('a machine with too little memory is told so, and what to do instead', () => {
  for (const part of ['build', 'embedded', 'postgres'] as const) {
    expect(() => requireMemory(part, NEEDED_MB[part])).not.toThrow();
    expect(() => requireMemory(part, NEEDED_MB[part] - 1)).toThrow(
      /needs about [\d,]+ MB of memory\..* This machine has/s,
    );
  }
  expect(() => requireMemory('embedded', 480)).toThrow('DATABASE_URL');
  expect(() => requireMemory('build', 900)).toThrow('Take a release');
  expect(() => requireMemory('postgres')).not.toThrow();
});
