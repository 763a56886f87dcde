import { describe, expect } from 'vitest';
import { z } from 'zod';
import { publicUserSchema } from '../../functions/_shared/domain/profile.ts';
import { IMAGE_SIZE_MAX } from '../../functions/_shared/domain/limits.ts';
import { imageFile } from '../support/files/image-files.ts';
import { test as base } from '../support/embedded/test.ts';
import { PASSWORD } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { ApiClient, signedIn } from './api-client.ts';

const SECRETS = {
  email: 'secret@example.com',
  phoneNumber: '+84 24 999 777',
  address: '7 Hidden Lane',
  organization: 'Secret Org',
  taxCode: 'TAX-4711',
  firstName: 'Secretfirst',
  lastName: 'Secretlast',
};

const test = base.extend('anna', ({ world }) =>
  world.person('anna', { ...SECRETS, companyName: 'Berg AB', bio: 'Buys nuts' }),
);

const PNG = imageFile('image/png');

const sendAvatar = (client: ApiClient, bytes: Uint8Array<ArrayBuffer> = PNG, name = 'me.png') => {
  const form = new FormData();
  form.append('avatar', new File([bytes], name, { type: 'image/png' }));
  return client.call('POST', '/api/user/avatar', { raw: form });
};

describe('GET /api/users/{id}', () => {
  test('the public fields of a user are answered to everybody, and nothing else', async ({ world, anna, bob }) => {
    for (const client of [new ApiClient(), await signedIn(bob), await signedIn(await world.person('adam'))]) {
      const answer = await client.get(`/api/users/${anna.id}`);
      expect(publicUserSchema.strict().parse(answer.body)).toMatchObject({
        username: 'anna',
        country: 'vn',
        companyName: 'Berg AB',
        bio: 'Buys nuts',
      });
      for (const secret of Object.values(SECRETS)) expect(answer.text).not.toContain(secret);
    }
  });

  test('an unknown user answers 404', async () => {
    for (const id of ['999999', 'abc', '-1', '1e1'])
      expect(await new ApiClient().get(`/api/users/${id}`)).toAnswer(404);
  });
});

describe('PUT /api/user', () => {
  test('[A594,A578] profile fields are stored, and missing ones stay as they are', async ({ anna }) => {
    const client = await signedIn(anna);
    const answer = await client.put('/api/user', { bio: ' Buys tea ', country: 'FRANCE', taxCode: null });
    expect(answer).toAnswer(
      200,
      expect.objectContaining({
        bio: 'Buys tea',
        country: 'fr',
        taxCode: null,
        companyName: 'Berg AB',
        email: SECRETS.email,
      }),
    );
    expect(await client.get('/api/user')).toAnswer(200, answer.body);
  });

  test('[A201] role, isAdmin, username, e-mail and ratings are never stored', async ({ bob }) => {
    const client = await signedIn(bob);
    const before = (await client.get('/api/user')).body;
    const answer = await client.put('/api/user', {
      role: 'admin',
      isAdmin: true,
      username: 'adam',
      email: 'x@example.com',
      id: 1,
      ratingSum: 5,
    });
    expect(answer).toAnswer(200, before);
    expect(await client.get('/api/user')).toAnswer(200, before);
  });

  test('a field that is too long or no phone number is refused with its text', async ({ bob }) => {
    const client = await signedIn(bob);
    const refusal = async (change: object) => (await client.put('/api/user', change)).body;
    expect(await refusal({ phoneNumber: 'call me' })).toMatchObject({
      message: 'Invalid phone number',
      errors: [{ path: 'phoneNumber' }],
    });
    expect(await refusal({ taxCode: 'x'.repeat(21) })).toMatchObject({
      message: 'Tax code must be less than 20 characters',
    });
    expect(await refusal({ organization: 'x'.repeat(101) })).toMatchObject({
      message: 'Organization name must be less than 100 characters',
    });
    expect(await refusal({ bio: 'x'.repeat(501) })).toMatchObject({
      message: 'Invalid input',
      errors: [{ path: 'bio' }],
    });
    expect(await new ApiClient().put('/api/user', { bio: 'x' })).toAnswer(401);
  });
});

describe('the avatar', () => {
  const stored = async (world: World) =>
    (await world.sql<{ name: string }>(`select name from storage.objects where bucket_id = 'avatars'`)).map(
      ({ name }) => name,
    );
  const pathOf = (body: unknown) => z.object({ avatar: z.string() }).parse(body).avatar;

  test('[A594] an avatar is stored in the own folder, replaced with its file, and removed', async ({ bob, world }) => {
    const client = await signedIn(bob);
    const first = pathOf((await sendAvatar(client)).body);
    expect(first).toMatch(new RegExp(`^${bob.authId}/[0-9a-f-]{36}\\.png$`));
    const second = pathOf((await sendAvatar(client)).body);
    expect(await stored(world)).toEqual([second]);
    expect((await client.get('/api/user')).body).toMatchObject({ avatar: second });
    const file = await fetch(`${world.supabaseUrl}/storage/v1/object/public/avatars/${second}`);
    expect(file.headers.get('Cache-Control')).toContain('max-age=31536000');
    expect((await client.delete('/api/user/avatar')).body).toEqual({ avatar: null });
    expect(await stored(world)).toEqual([]);
  });

  test('an avatar is an image of 5MB at most, and of a signed-in user', async ({ bob, world }) => {
    const client = await signedIn(bob);
    const large = new Uint8Array(IMAGE_SIZE_MAX + 1);
    large.set(PNG);
    expect(await sendAvatar(client, large)).toMatchObject({
      status: 413,
      body: { message: 'me.png exceeds 5MB limit' },
    });
    const bomb = imageFile('image/png', { width: 2_000, height: 2_001 });
    expect(await sendAvatar(client, bomb)).toMatchObject({
      status: 413,
      body: { message: 'me.png has more than 4 megapixels' },
    });
    const script = new TextEncoder().encode('<svg onload="alert(1)"/>');
    expect(await sendAvatar(client, script, 'a.svg')).toMatchObject({
      status: 400,
      body: { message: 'a.svg is not an image file' },
    });
    expect(await sendAvatar(new ApiClient())).toAnswer(401);
    expect(await stored(world)).toEqual([]);
  });
});

describe('POST /api/user/password', () => {
  const NEW = 'Another-1';
  const signsIn = async (password: string) =>
    (await new ApiClient().post('/api/login', { username: 'bob', password })).status === 200;

  test('[A594] a new password needs the current one, and ends all other sessions', async ({ bob }) => {
    const here = await signedIn(bob);
    const answer = await here.post('/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: NEW,
      confirmPassword: NEW,
    });
    expect(answer).toAnswer(200, { message: 'Password changed' });
    expect([await signsIn(NEW), await signsIn(PASSWORD)]).toEqual([true, false]);
    expect(await here.get('/api/user')).toAnswer(200);
    const { error } = await bob.client.auth.refreshSession({ refresh_token: bob.refreshToken });
    expect(error?.code).toBe('refresh_token_not_found');
  });

  test('a new password is refused with a wrong current one, if it is weak, or signed out', async ({ bob }) => {
    const client = await signedIn(bob);
    const refusal = async (body: object) => (await client.post('/api/user/password', body)).body;
    for (const currentPassword of ['wrong', '', undefined]) {
      expect(await refusal({ currentPassword, newPassword: NEW })).toMatchObject({
        message: 'Current password is incorrect',
        errors: [{ path: 'currentPassword' }],
      });
    }
    expect(await refusal({ currentPassword: PASSWORD, newPassword: 'short' })).toMatchObject({
      message: 'Password must be at least 8 characters',
    });
    expect(await refusal({ currentPassword: PASSWORD, newPassword: NEW, confirmPassword: 'x' })).toMatchObject({
      message: "Passwords don't match",
    });
    expect(await new ApiClient().post('/api/user/password', { newPassword: NEW })).toAnswer(401);
    expect(await signsIn(PASSWORD)).toBe(true);
  });
});
