import { readImage } from '../_shared/domain/image-size.ts';
import { notFound } from '../_shared/http/api-error.ts';
import { readToEnd } from '../_shared/http/read-to-end.ts';
import { scheduledApp } from '../_shared/http/scheduled.ts';
import { DRAWN_TYPE, drawThumbnail } from './draw-image.ts';
import { inTurn } from './in-turn.ts';
import { jobNames, runJob } from './jobs.ts';

/**
 * Deletes expired data and sends broadcasts. POST /housekeeping/{job} runs one job and reports its result; POST
 * /housekeeping lists the jobs. Only for the scheduler; jobs are idempotent and can run at any time.
 *
 * POST /housekeeping/thumbnails/draw?for={folder}&until={milliseconds since 1970} answers the thumbnail of the image in
 * its body, or 204 if it cannot be drawn or its turn comes too late; images of several folders take turns.
 */
const app = scheduledApp('housekeeping');

app.post('/', (c) => c.json({ jobs: jobNames }));
app.post('/thumbnails/draw', async (c) => {
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  const image = readImage(bytes);
  const draw = () => (image ? drawThumbnail({ ...image, bytes }) : Promise.resolve(null));
  const file = await inTurn(c.req.query('for') ?? '', Number(c.req.query('until') ?? Infinity), draw);
  return file ? c.body(file, 200, { 'Content-Type': DRAWN_TYPE }) : c.body(null, 204);
});
app.post('/:job', async (c) => {
  const report = await runJob(c.req.param('job'));
  if (!report) throw notFound('Job');
  if (report.handled > 0) console.info(report.message);
  return c.json(report);
});

Deno.serve(readToEnd((request) => app.fetch(request)));
