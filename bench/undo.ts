import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Adds a clean-up step. */
export type Undo = (step: () => Promise<unknown>) => void;

/**
 * Runs a measurement and cleans up afterwards, in reverse order, also if it fails or is interrupted.
 * @param work the measurement; it adds a step for each thing that it creates
 * @throws the errors of `work`, and "Interrupted" on SIGINT or SIGTERM
 */
export async function withUndo(work: (undo: Undo) => Promise<void>): Promise<void> {
  const steps: (() => Promise<unknown>)[] = [];
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('Interrupted')));
  });
  try {
    await Promise.race([work((step) => steps.push(step)), interrupted]);
  } finally {
    for (const step of steps.reverse()) await step();
  }
}

/** Creates a temporary folder that is removed in the clean-up. */
export async function temporaryFolder(undo: Undo): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  undo(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
