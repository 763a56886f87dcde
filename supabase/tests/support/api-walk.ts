/**
 * The walk through `/api` of docs/api.md: three users register, one posts with pictures, the others quote, they talk,
 * one quote is accepted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

const PEOPLE = ['anna@buyer.example', 'bob@supplier.example', 'carl@supplier.example'];

/**
 * Runs the commands of the page unchanged, in `folder`, against `api`. `textOf` returns the mail to an address; its code
 * is typed when the script waits.
 */
export async function walkThroughApi(
  api: string,
  folder: string,
  textOf: (address: string) => Promise<string>,
): Promise<{ exitCode: number | null; printed: string }> {
  const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands).join('\n');
  const shell = spawn('bash', ['-c', script], { cwd: folder, env: { ...process.env, API: api } });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const ended = once(shell, 'close');
  const hasPrinted = async (text: string) => {
    while (!printed.includes(text)) await once(shell.stdout, 'data');
  };
  // Acts as the user when the script waits after a registration: reads the code in the mail and types it.
  const typeCodes = async () => {
    for (const address of PEOPLE) {
      await hasPrinted(address);
      shell.stdin.write(`${/\b\d{6}\b/.exec(await textOf(address))?.[0] ?? ''}\n`);
    }
  };
  await Promise.race([ended, typeCodes().then(() => ended)]);
  return { exitCode: shell.exitCode, printed };
}
