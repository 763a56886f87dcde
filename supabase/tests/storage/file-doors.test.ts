/** Every bucket by every door of Storage and `/api`: who gets a file, its facts, its name or a link to it. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { sendQuote, value } from '../rules/support.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { ONE_PIXEL_PNG } from '../support/one-pixel.ts';
import type { Person } from '../support/world.ts';

type File = { bucket: string; path: string };
type Ask = (method: string, path: string, json?: unknown) => Promise<Response>;
/** Whether the answer of a door has something of the file. */
type Door = (ask: Ask, file: File, caller: Person | null) => Promise<boolean>;

const opens = async (address: string | null) => address !== null && (await fetch(address)).ok;
const signedSchema = z.object({ signedURL: z.string().nullable() });
const linkSchema = z.object({ url: z.string() });
const names = ({ path }: File) => ({ folder: path.split('/')[0] ?? '', name: path.split('/')[1] ?? '' });
const ofStorage = (path: string) => `/storage/v1/object/${path}`;
const at = (link: string | null) => link && `${world.supabaseUrl}/storage/v1${link}`;

const sign =
  (expiresIn: number): Door =>
  async (ask, { bucket, path }) => {
    const answer = await ask('POST', ofStorage(`sign/${bucket}/${path}`), { expiresIn });
    return answer.ok && opens(at(signedSchema.parse(await answer.json()).signedURL));
  };
const read =
  (place: string, method = 'GET'): Door =>
  async (ask, { bucket, path }) =>
    (await ask(method, ofStorage(`${place}${bucket}/${path}`))).ok;

/** Doors for the owner of the folder alone, because what they give could last for years. */
const OWN: Readonly<Record<string, Door>> = {
  sign: sign(60),
  'sign for ten years': sign(315_360_000),
  'sign several': async (ask, { bucket, path }) => {
    const answer = await ask('POST', ofStorage(`sign/${bucket}`), { expiresIn: 60, paths: [path] });
    if (!answer.ok) return false;
    const [link] = z.array(signedSchema).parse(await answer.json());
    return opens(at(link?.signedURL ?? null));
  },
  list: async (ask, file) => {
    const { folder, name } = names(file);
    const answer = await ask('POST', ofStorage(`list/${file.bucket}`), { prefix: folder });
    return answer.ok && (await answer.text()).includes(name);
  },
  copy: async (ask, { bucket, path }, caller) => {
    const destinationKey = `${caller?.authId ?? randomUUID()}/${randomUUID()}.${path.split('.').at(-1)}`;
    return (await ask('POST', ofStorage('copy'), { bucketId: bucket, sourceKey: path, destinationKey })).ok;
  },
};

const query = ({ bucket, path }: File) => new URLSearchParams({ bucket, path });
const API: Readonly<Record<string, Door>> = {
  '/api/files': async (ask, file) => {
    const answer = await ask('GET', `/functions/v1/api/files?${query(file)}`);
    return answer.status === 302 && opens(answer.headers.get('Location'));
  },
  '/api/files/link': async (ask, file) => {
    const answer = await ask('GET', `/functions/v1/api/files/link?${query(file)}`);
    return answer.ok && opens(linkSchema.parse(await answer.json()).url);
  },
};

/** Doors that stand open for files of public buckets. */
const OPEN: Readonly<Record<string, Door>> = {
  download: read(''),
  HEAD: read('', 'HEAD'),
  info: read('info/'),
};
const PUBLIC: Readonly<Record<string, Door>> = { public: read('public/') };
/** Doors that the embedded Storage lacks. */
const HOSTED: Readonly<Record<string, Door>> = {
  'authenticated GET': read('authenticated/'),
  'authenticated info': read('info/authenticated/'),
  'list of a second kind': async (ask, file) => {
    const { folder, name } = names(file);
    const answer = await ask('POST', ofStorage(`list-v2/${file.bucket}`), { prefix: folder });
    return answer.ok && (await answer.text()).includes(name);
  },
};

const askAs =
  (person: Person | null): Ask =>
  (method, path, json) =>
    fetch(world.supabaseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        apikey: world.publishableKey,
        ...(person && { Authorization: `Bearer ${person.accessToken}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
    });

test('no bucket gives a file by any door to anybody but its owner, except by links that the server makes', async ({
  anna,
  bob,
  carl,
  adam,
}) => {
  const put = async (by: Person, bucket: string) => {
    const isImage = bucket.endsWith('-images') || bucket === 'avatars';
    const content = isImage
      ? new Blob([ONE_PIXEL_PNG], { type: 'image/png' })
      : new Blob(['%PDF-1.7'], { type: 'application/pdf' });
    const path = `${by.authId}/${randomUUID()}.${isImage ? 'png' : 'pdf'}`;
    expect((await by.client.storage.from(bucket).upload(path, content)).error).toBeNull();
    return path;
  };
  const quoteOf = async (attachments: { path: string; name: string }[] = []) => {
    const [quote] = await value(sendQuote(bob.client, (await world.createPost(anna)).id, { attachments }));
    return quote?.quote_id ?? 0;
  };
  const everybody = { guest: null, anna, bob, carl, adam };
  const all = Object.keys(everybody);

  /** A file of each bucket that a row names: who uploaded it, and who reads it by the links of the server. */
  const FILES: Record<string, { owner: string[]; readers: string[]; make: () => Promise<string> }> = {
    'post-images': { owner: ['anna'], readers: all, make: () => put(anna, 'post-images') },
    avatars: { owner: ['anna'], readers: all, make: () => put(anna, 'avatars') },
    'news-images': { owner: ['adam'], readers: all, make: () => put(adam, 'news-images') },
    'quote-documents': {
      owner: ['bob'],
      readers: ['anna', 'bob'],
      make: async () => {
        const path = await put(bob, 'quote-documents');
        await quoteOf([{ path, name: 'Offer.pdf' }]);
        return path;
      },
    },
    'message-files': {
      owner: ['bob'],
      readers: ['anna', 'bob'],
      make: async () => {
        const path = await put(bob, 'message-files');
        const message = { quote_id: await quoteOf(), content: 'See the drawing', attachments: [{ path, name: 'a' }] };
        await value(bob.client.rpc('send_message', message));
        return path;
      },
    },
    'post-documents': {
      owner: ['anna'],
      readers: ['anna', 'bob', 'carl', 'adam'],
      make: async () => {
        const path = await put(anna, 'post-documents');
        const post_id = (await world.createPost(anna)).id;
        const documents = [{ path, name: 'Plan.pdf' }];
        expect(await anna.client.rpc('set_post_documents', { post_id, documents })).toAnswer(204);
        return path;
      },
    },
    'feedback-images': {
      owner: [],
      readers: ['adam'],
      make: async () => {
        const form = new FormData();
        const fields = { category: 'bug', subject: 'Broken map', message: 'It does not open.', pagePath: '/news' };
        for (const [name, text] of Object.entries(fields)) form.append(name, text);
        form.append('images', new Blob([ONE_PIXEL_PNG], { type: 'image/png' }), 'a.png');
        const headers = { Authorization: `Bearer ${anna.accessToken}` };
        const answer = await fetch(`${world.supabaseUrl}/functions/v1/api/feedback`, {
          method: 'POST',
          body: form,
          headers,
        });
        expect(answer).toAnswer(201);
        const [row] = await world.sql<{ path: string }>('select images[1] as path from public.feedback');
        return row?.path ?? '';
      },
    },
  };
  const buckets = await world.sql<{ id: string; public: boolean }>(
    'select id, public from storage.buckets order by id',
  );
  expect(Object.keys(FILES).sort()).toEqual(buckets.map(({ id }) => id));
  for (const bucket of buckets) {
    const { owner = [], readers = [], make } = FILES[bucket.id] ?? {};
    const file = { bucket: bucket.id, path: (await make?.()) ?? '' };
    const readersOf = async (door: Door) => {
      const found: string[] = [];
      for (const [name, person] of Object.entries(everybody))
        if (await door(askAs(person), file, person)) found.push(name);
      return found;
    };
    const found: Record<string, string[]> = {};
    for (const [name, door] of Object.entries({ ...OWN, ...OPEN, ...PUBLIC, ...HOSTED, ...API }))
      found[name] = await readersOf(door);
    expect(found, bucket.id).toEqual({
      ...mapped(OWN, owner),
      ...mapped(OPEN, bucket.public ? all : owner),
      ...mapped(PUBLIC, bucket.public ? all : []),
      ...mapped(HOSTED, []),
      ...mapped(API, readers),
    });
  }
});

const mapped = (doors: object, people: string[]) =>
  Object.fromEntries(Object.keys(doors).map((door) => [door, people]));
