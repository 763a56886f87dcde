import { removeFiles } from './remove-files.ts';
import { isStoragePath } from '../image-url.ts';
import { storeFile } from './store-file.ts';

const BUCKET = 'avatars';

/** Uploads an avatar to the user's own folder. Throws an AppError. */
export async function uploadAvatar({ path, avatar }: { path: string; avatar: Blob }): Promise<void> {
  await storeFile({ bucket: BUCKET, path, content: avatar, contentType: avatar.type });
}

/** Deletes a user's old avatar; one from a sign-in provider is skipped. */
export async function removeAvatar(path: string): Promise<void> {
  if (isStoragePath(path)) await removeFiles(BUCKET, [path]);
}
