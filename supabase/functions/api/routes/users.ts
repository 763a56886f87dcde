import { z } from 'zod';
import { authClient, setPassword } from '../../_shared/auth-client.ts';
import { callerClient, dataOf, secretClient } from '../../_shared/clients.ts';
import { IMAGE_TYPES } from '../../_shared/domain/image-files.ts';
import { parseInput } from '../../_shared/domain/input.ts';
import { AVATAR_PIXELS_MAX, IMAGE_SIZE_MAX } from '../../_shared/domain/limits.ts';
import {
  avatarSchema,
  noAvatarSchema,
  profileBodySchema,
  profileSchema,
  publicUserSchema,
} from '../../_shared/domain/profile.ts';
import { changeEmailSchema, passwordBodySchema } from '../../_shared/domain/registration.ts';
import { userSchema } from '../../_shared/domain/user.ts';
import { ApiError, fromAuth, invalidInput, notFound } from '../../_shared/http/api-error.ts';
import { MULTIPART_ROOM } from '../../_shared/http/body.ts';
import { clientAddress } from '../../_shared/http/client-address.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { assertUploadRoom, consumeRateLimit } from '../../_shared/http/rate-limit.ts';
import { readReceivedImage } from '../../_shared/http/read-image.ts';
import { discardSession, requireSession } from '../../_shared/http/session.ts';
import { fromStorage } from '../../_shared/http/storage-error.ts';
import { profileRow } from '../../_shared/rows/profile-row.ts';
import { PROFILE_COLUMNS, toPublicUser } from '../../_shared/rows/user-row.ts';
import { uploadOptions } from '../../_shared/upload-options.ts';
import { currentUser, currentUserId } from '../current-user.ts';
import { ApiRoutes, doneSchema } from '../router.ts';
import { signIn } from '../sign-in.ts';

/** The caller's own profile, and the public profiles of others. */
export const userRoutes = new ApiRoutes('Users');

// A file slightly above the limit is still read, so that the refusal can say so.
const AVATAR_BODY_MAX = 2 * IMAGE_SIZE_MAX + MULTIPART_ROOM;

userRoutes.operation(
  {
    method: 'get',
    path: '/users/{id}',
    summary: 'Get the public profile of a user',
    access: 'anyone',
    ids: { id: 'User' },
    answer: publicUserSchema,
  },
  async ({ c, ids }) => {
    const client = await callerClient(c);
    const found = client.from('profiles').select(`${PROFILE_COLUMNS}, created_at`).eq('id', ids.id);
    const profile = dataOf(await found.maybeSingle());
    if (!profile) throw notFound('User');
    return { ...toPublicUser(profile, null), createdAt: profile.created_at };
  },
);

userRoutes.operation(
  {
    method: 'put',
    path: '/user',
    summary: 'Change my profile; fields that you leave out stay as they are',
    access: 'user',
    body: profileBodySchema,
    answer: userSchema,
  },
  async ({ c, client, body }) => {
    const parsed = parseInput(profileSchema, { ...(await currentUser(c)), ...body });
    if (!parsed.ok) throw invalidInput(parsed.errors);
    dataOf(await client.rpc('update_profile', { profile: profileRow(parsed.data) }));
    // The stored text, which a rule can have masked.
    return currentUser(c);
  },
);

/** Sets or removes the avatar, and deletes the previous file. */
async function replaceAvatar(c: ApiContext, path: string | null): Promise<void> {
  const { id, avatar: former } = await currentUser(c);
  const client = await callerClient(c);
  dataOf(await client.from('profiles').update({ avatar_path: path }).eq('id', id));
  // The avatar of a sign-in provider is not stored here.
  if (former !== null && !former.startsWith('https:')) await client.storage.from('avatars').remove([former]);
}

userRoutes.operation(
  {
    method: 'post',
    path: '/user/avatar',
    summary: 'Upload my avatar',
    description: `One PNG, JPEG, GIF or WebP file of at most 5MB and ${AVATAR_PIXELS_MAX / 1_000_000} megapixels.`,
    access: 'user',
    files: { field: 'avatar', maxBytes: AVATAR_BODY_MAX },
    answer: avatarSchema,
    status: 201,
  },
  async ({ c, client, files: [file, ...others] }) => {
    const { authId } = await requireSession(c);
    if (!file || others.length > 0) throw invalidInput([{ path: 'avatar', message: 'Send one image' }]);
    const { type, bytes } = await readReceivedImage(file, 'avatar', AVATAR_PIXELS_MAX);
    const path = `${authId}/${crypto.randomUUID()}.${IMAGE_TYPES[type]}`;
    await assertUploadRoom(await currentUserId(c));
    const { error } = await client.storage.from('avatars').upload(path, bytes, uploadOptions(type));
    if (error) throw fromStorage(error);
    await replaceAvatar(c, path);
    return { avatar: path };
  },
);

userRoutes.operation(
  { method: 'delete', path: '/user/avatar', summary: 'Remove my avatar', access: 'user', answer: noAvatarSchema },
  async ({ c }) => {
    await replaceAvatar(c, null);
    return { avatar: null };
  },
);

userRoutes.operation(
  {
    method: 'post',
    path: '/user/password',
    summary: 'Change my password, which ends all my other sessions',
    description:
      'An account that came by a sign-in provider has no password; `POST /api/forgot_password` mails a link that sets the first one.',
    access: 'user',
    body: passwordBodySchema,
    answer: doneSchema,
    keepsNoAnswer: true,
  },
  async ({ c, body: { currentPassword = '', newPassword } }) => {
    const { accessToken, authId } = await requireSession(c);
    await confirmPassword(c, currentPassword);
    dataOf(await secretClient('credentials').rpc('prove_password_change', { auth_id: authId }));
    await setPassword(accessToken, newPassword, currentPassword);
    // End the other sessions: the old password could be known to somebody else.
    const { error } = await authClient().admin.signOut(accessToken, 'others');
    if (error) throw fromAuth(error);
    return { message: 'Password changed' };
  },
);

userRoutes.operation(
  {
    method: 'post',
    path: '/user/second-factor',
    summary: 'Let Auth turn on my two-step sign-in within the next 30 seconds',
    description:
      'Auth enrols the factor (`mfa.enroll`) and verifies its first code (`mfa.challengeAndVerify`), which it refuses without this call for the same factor. An account without a password sets one first.',
    access: 'user',
    body: z.object({ factorId: z.uuid(), currentPassword: z.string().max(1_000).optional() }),
    answer: doneSchema,
    keepsNoAnswer: true,
    refusals: { 404: 'Item not found' },
  },
  async ({ c, body: { factorId, currentPassword = '' } }) => {
    const { authId } = await requireSession(c);
    await confirmPassword(c, currentPassword);
    // For this factor alone: another one may be that of a thief who has a token.
    dataOf(await secretClient('credentials').rpc('prove_factor', { auth_id: authId, factor_id: factorId }));
    return { message: 'Password confirmed' };
  },
);

userRoutes.operation(
  {
    method: 'post',
    path: '/user/recovery-codes',
    summary: 'Replace my recovery codes, within five minutes after a code of the authenticator app',
    description: 'The answer has them this once. Any of them can be the `code` of a sign-in.',
    access: 'user',
    answer: z.object({ codes: z.array(z.string()) }),
    keepsNoAnswer: true,
    refusals: { 409: 'Two-step sign-in is not on' },
  },
  async ({ client }) => ({ codes: dataOf(await client.rpc('make_recovery_codes')) }),
);

userRoutes.operation(
  {
    method: 'post',
    path: '/user/email',
    summary: 'Change my email address; it counts once it is confirmed',
    description:
      'A mail to the new address has a code and a link for `POST /api/session/confirm-email`; until then the old address stays. The answer is the same for an address that belongs to another account, to which no mail is sent.',
    access: 'user',
    body: changeEmailSchema,
    answer: doneSchema,
    keepsNoAnswer: true,
  },
  async ({ c, body: { email, currentPassword } }) => {
    const { authId } = await requireSession(c);
    // Every check of an address counts, whichever call makes it.
    await consumeRateLimit('availability', clientAddress(c));
    const { email: currentEmail } = await currentUser(c);
    await confirmPassword(c, currentPassword);
    dataOf(await secretClient('credentials').rpc('ask_for_email', { auth_id: authId, address: email }));
    const { error } = await authClient().resend({ type: 'email_change', email: currentEmail });
    if (error) throw fromAuth(error);
    return { message: 'A confirmation has been sent to the new email address' };
  },
);

/** Refuses a wrong password, and too many attempts, as at sign-in. */
async function confirmPassword(c: ApiContext, password: string): Promise<void> {
  const { username } = await currentUser(c);
  try {
    const { access_token: proof } = await signIn(c, { username, password });
    // The password was only checked, so end the session of the check.
    await discardSession(c, proof);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw invalidInput([{ path: 'currentPassword', message: 'Current password is incorrect' }]);
  }
}
