import { idOfPath, readOptionalJson } from '../_shared/http/body.ts';
import { readToEnd } from '../_shared/http/read-to-end.ts';
import { scheduledApp } from '../_shared/http/scheduled.ts';
import { sendOne, sendQueue, trialSchema } from './queue.ts';

/**
 * Sends the mails queued in the database. POST /mail: all of them; POST /mail/{id}: one mail, at once, on trial by
 * the server in the body if there is one. Only for the
 * scheduler and other functions, which have the cron secret.
 */
const app = scheduledApp('mail');

app.post('/', async (c) => c.json(await sendQueue()));
app.post('/:id', async (c) => c.json(await sendOne(idOfPath(c, 'Mail'), await readOptionalJson(c, trialSchema))));

Deno.serve(readToEnd((request) => app.fetch(request)));
