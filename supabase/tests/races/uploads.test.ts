import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { mutate, queue, race } from './race.ts';

const ROUNDS = 10;

let database: RealDatabase;
let anna: SqlPerson;

beforeEach(async () => {
  database = await openRealDatabase();
  anna = await database.person('anna');
});

afterEach(() => database.close());

async function picture(age = '0 hours'): Promise<string> {
  const path = `${anna.authId}/${randomUUID()}.png`;
  await database.sql(
    `insert into storage.objects (bucket_id, name, owner_id, created_at) values ('post-images', $1, $2, now() - $3::interval)`,
    [path, anna.authId, age],
  );
  return path;
}

const refusal = (...names: (string | undefined)[]) =>
  `select public.finish_inspection('{}', '${JSON.stringify(names.map((name) => ({ bucket_id: 'post-images', name })))}')`;

/** How many posts show a picture that is about to be removed, since they took it when housekeeping looked for what lies unused. */
async function dangling(): Promise<number> {
  await database.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
  const clients = [await database.connectAs(anna), await database.connectAs('service_role')];
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = await picture('25 hours');
    await race(database, clients, (place) =>
      place === 0
        ? `insert into public.posts (title, description, category, country, delivery_address, images) values ('x', 'x', 'food', 'vn', 'x', array['${path}'])`
        : 'select * from public.doom_unused_uploads()',
    );
  }
  const [found] = await database.sql<{ n: number }>(
    `select count(*)::int as n from public.posts p join private.doomed_uploads d on d.name = any (p.images)`,
  );
  return found?.n ?? NaN;
}

test('no row is left with a picture that housekeeping removes', async () => {
  expect(await dangling()).toBe(0);
});

test('rows would be left with a removed picture without "for key share"', async () => {
  await mutate(database, 'private.is_own_upload(text, text)', 'for key share', '');
  expect(await dangling()).toBe(ROUNDS);
});

/** How it ends when two pictures are refused, one of which is in a post, while the owner adds the other to it, and a third; and whether the post shows just that then. */
async function refuseBoth(isTogether: boolean): Promise<{ codes: string[]; isOneLeft: boolean }> {
  const [allowed, first, second] = [await picture(), await picture(), await picture()].toSorted();
  const [post] = await database.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address, images)
     values ($1, 'x', 'x', 'food', 'vn', 'x', $2) returning id`,
    [anna.id, [second]],
  );
  const job = await database.connectAs('service_role');
  const ends = await queue(database, `select 1 from storage.objects where name = '${allowed}' for update`, [
    {
      client: await database.connectAs(anna),
      statement: `update public.posts set images = '{${second},${allowed},${first}}' where id = ${post?.id}`,
    },
    { client: job, statement: isTogether ? refusal(first, second) : refusal(second) },
  ]);
  await job.query(refusal(first));
  const left = await database.sql('select 1 from public.posts where images = $1', [[allowed]]);
  return { codes: ends.map(({ code = 'ok' }) => code), isOneLeft: left.length === 1 };
}

test('the inspection and who adds a refused picture to a post with another do not wait for each other', async () => {
  expect(await refuseBoth(false)).toEqual({ codes: ['ok', 'ok'], isOneLeft: true });
});

test('the inspection would deadlock with such a post if it refused both pictures together', async () => {
  expect((await refuseBoth(true)).codes).toContain('40P01');
});

test('the inspection takes a picture out of many posts that an admin hides', async () => {
  const refused = await picture();
  const posts = await database.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address, images)
     select $1, 'x', 'x', 'food', 'vn', 'x', $2 from generate_series(1, 3) returning id`,
    [anna.id, [refused]],
  );
  const job = await database.connectAs('service_role');
  // By an index, which has the newest first.
  await job.query('set enable_seqscan = off; set enable_bitmapscan = off');
  const adam = await database.connectAs(await database.person('adam', 'admin'));
  const ends = await queue(database, `select 1 from public.posts where id = ${posts[1]?.id} for update`, [
    { client: adam, statement: `select public.hide_posts_of_user(${anna.id}, 'Spam')` },
    { client: job, statement: refusal(refused) },
  ]);
  expect(ends.map(({ code = 'ok' }) => code)).toEqual(['ok', 'ok']);
  expect(await database.sql('select distinct is_hidden, images from public.posts')).toEqual([
    { is_hidden: true, images: [] },
  ]);
});

interface Way {
  bucket: string;
  who: SqlPerson;
  /** Statement that makes a row name the file. */
  attach: (path: string) => string;
}

/** Each column that names files of a user, with the way in which a client fills it. */
async function attachments(): Promise<Record<string, Way>> {
  const [bob, adam] = [await database.person('bob'), await database.person('adam', 'admin')];
  await database.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
  const posts = await database.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     select $1, 'x', 'x', 'food', 'vn', 'x' from generate_series(1, 3) returning id`,
    [anna.id],
  );
  const [first, second, third] = posts.map(({ id }) => id);
  const quote = (post: number | undefined, more: string) =>
    `select public.submit_quote('{"post_id": ${post}, "price_text": "1 USD", "quantity_text": "1", "delivery_time": "5 days", "product_match": "high", "payment_method": "x", "shipping_method": "x", "delivery_from": "x", "delivery_to": "x", ${more}}')`;
  const supplier = await database.connectAs(bob);
  await supplier.query(quote(third, '"description": "x"'));
  const list = (path: string) => `[{"path": "${path}", "name": "x.pdf"}]`;
  const insertPost = (path: string) =>
    `insert into public.posts (title, description, category, country, delivery_address, images) values ('y', 'x', 'food', 'vn', 'x', '{${path}}')`;
  return {
    'message_attachments.path': {
      bucket: 'message-files',
      who: bob,
      attach: (path) =>
        `select public.send_message((select id from public.quotes where post_id = ${third}), 'x', null, '${list(path)}')`,
    },
    'news_items.images': {
      bucket: 'news-images',
      who: adam,
      attach: (path) => `insert into public.news_items (title, images) values ('x', '{${path}}')`,
    },
    'post_attachments.path': {
      bucket: 'post-documents',
      who: anna,
      attach: (path) => `select public.set_post_documents(${first}, '${list(path)}')`,
    },
    'posts.images': { bucket: 'post-images', who: anna, attach: insertPost },
    'profiles.avatar_path': {
      bucket: 'avatars',
      who: anna,
      attach: (path) => `update public.profiles set avatar_path = '${path}' where id = ${anna.id}`,
    },
    'quote_attachments.path': {
      bucket: 'quote-documents',
      who: bob,
      attach: (path) => quote(first, `"attachments": ${list(path)}`),
    },
    'quotes.images': { bucket: 'post-images', who: bob, attach: (path) => quote(second, `"images": ["${path}"]`) },
  };
}

/** The columns whose file is gone, since its owner removed it while a row came to name it. */
async function lostFiles(): Promise<string[]> {
  const lost: string[] = [];
  for (const [column, { bucket, who, attach }] of Object.entries(await attachments())) {
    const path = `${who.authId}/${randomUUID()}.${/-(?:documents|files)$/.test(bucket) ? 'pdf' : 'png'}`;
    await database.sql(
      `insert into storage.objects (bucket_id, name, owner_id, metadata) values ($1, $2, $3, '{"size": 1000}')`,
      [bucket, path, who.authId],
    );
    const claims = JSON.stringify({ role: 'authenticated', sub: who.authId });
    const ends = await queue(
      database,
      `select set_config('request.jwt.claims', '${claims}', true); set local role authenticated; ${attach(path)}`,
      [
        {
          client: await database.connectAs(who),
          statement: `delete from storage.objects where bucket_id = '${bucket}' and name = '${path}'`,
        },
      ],
    );
    expect(ends, column).toEqual([{ rows: [] }]);
    const named = await database.sql('select private.used_uploads($1, $2)', [bucket, [path]]);
    expect(named, column).toHaveLength(1);
    const kept = await database.sql('select 1 from storage.objects where name = $1', [path]);
    if (kept.length === 0) lost.push(column);
  }
  return lost;
}

test('each column that names files of users is tried', async () => {
  const named = await database.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '^(path|avatar_path|images?|files?|documents?|.*_image)$' order by 1`,
  );
  // Only functions store and remove images of feedback.
  const columns = named.map(({ name }) => name).filter((name) => name !== 'feedback.images');
  expect(Object.keys(await attachments())).toEqual(columns);
});

test('a file that its owner removes while a row comes to name it stays, for each kind of row', async () => {
  expect(await lostFiles()).toEqual([]);
});

test('rows of each kind would be left without their file if a deletion asked only before it waits', async () => {
  await database.sql('drop trigger keep_used_file on storage.objects');
  expect(await lostFiles()).toHaveLength(7);
});

test('a refused file is deleted after it was taken out of the rows, and one in use by nobody', async () => {
  const [used, refused] = [await picture(), await picture()];
  for (const path of [used, refused])
    await database.sql(
      `insert into public.posts (user_id, title, description, category, country, delivery_address, images)
       values ($1, 'x', 'x', 'food', 'vn', 'x', $2)`,
      [anna.id, [path]],
    );
  const job = await database.connectAs('service_role');
  await job.query(refusal(refused));
  for (const client of [job, await database.connectAs(anna)])
    await client.query('delete from storage.objects where name = any ($1)', [[used, refused]]);
  await database.sql('delete from storage.objects where name = any ($1)', [[used, refused]]);
  expect(await database.sql('select name from storage.objects')).toEqual([{ name: used }]);
});
