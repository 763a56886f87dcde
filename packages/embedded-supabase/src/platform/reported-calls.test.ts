import { expect, test } from 'vitest';
import { CutOffs } from '../database/cut-offs.ts';
import { createLog } from './log.ts';
import { Metrics } from './metrics.ts';
import { reportedCalls } from './reported-calls.ts';

const idle = { load: () => ({ used: 0, free: 0, waiting: 0 }), cutOffs: new CutOffs() };

/** The log of one call, and what is counted of it. */
async function callOnce(path: string, answer: () => Promise<Response>) {
  const lines: unknown[] = [];
  const log = createLog({ write: (line) => lines.push(JSON.parse(line)) }, 'debug');
  const metrics = new Metrics();
  const called = await reportedCalls({ call: answer, log, metrics })(path).then(
    (response) => response.status,
    (error: unknown) => String(error),
  );
  log.end();
  const runs = (await metrics.text(idle, [])).match(/^job_runs_total.*$/gm);
  return { called, lines, runs };
}

test('the line of a job has the numbers of its report, and none of its texts', async () => {
  const report = { sent: 3, failed: 1, message: 'Sent to jo@example.com' };
  const { called, lines, runs } = await callOnce('mail', async () => Response.json(report));
  expect(called).toBe(200);
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      message: 'job',
      job: 'mail',
      status: 200,
      ms: expect.any(Number),
      sent: 3,
      failed: 1,
    },
  ]);
  expect(runs).toEqual(['job_runs_total{job="mail",result="success"} 1']);
});

test('the line of one mail has its id and what became of it, and a job that found nothing is for debugging', async () => {
  const mail = await callOnce('mail/17', async () => Response.json({ outcome: 'bounced' }));
  expect(mail.lines).toMatchObject([{ level: 'info', job: 'mail/:id', id: 17, outcome: 'bounced' }]);
  const empty = await callOnce('mail', async () => Response.json({ sent: 0 }));
  expect(empty.lines).toMatchObject([{ level: 'debug', job: 'mail' }]);
});

test('a job that fails is a fault and counts as one', async () => {
  const failed = await callOnce('mail', async () => new Response('Jo', { status: 500 }));
  expect(failed.lines).toMatchObject([{ level: 'warn', message: 'Job mail answered 500', status: 500 }]);
  const cut = await callOnce('mail', () => Promise.reject(new Error('no such function')));
  expect(cut).toMatchObject({ called: 'Error: no such function', lines: [] });
  for (const { runs } of [failed, cut]) expect(runs).toEqual(['job_runs_total{job="mail",result="failure"} 1']);
});
