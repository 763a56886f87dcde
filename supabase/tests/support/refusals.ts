import type { z } from 'zod';
import { parseInput } from '../../functions/_shared/domain/input.ts';

/** The refused fields of a value, each as `path: message`; empty if it is taken. */
export function refusals(schema: z.ZodType, value: unknown): string[] {
  const result = parseInput(schema, value);
  return result.ok ? [] : result.errors.map(({ path, message }) => `${path}: ${message}`);
}
