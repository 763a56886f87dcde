import { idOfPath } from '../_shared/http/body.ts';
import { readToEnd } from '../_shared/http/read-to-end.ts';
import { scheduledApp } from '../_shared/http/scheduled.ts';
import { sendOne, sendQueue } from './queue.ts';

/**
 * Sends the mails that wait in the database. POST /mail: all of them; POST /mail/{id}: this one, now.
 * Only for the scheduler and for other functions, which know the cron secret.
 */
const app = scheduledApp('mail');

app.post('/', async (c) => c.json(await sendQueue()));
app.post('/:id', async (c) => c.json(await sendOne(idOfPath(c, 'Mail'))));

Deno.serve(readToEnd((request) => app.fetch(request)));
