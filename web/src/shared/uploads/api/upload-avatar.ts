import { removeFiles } from './remove-files.ts';
import { isStoragePath } from '../image-url.ts';
import { storeFile } from './store-file.ts';

const BUCKET = 'avatars';

/** Uploads the picture of a user to his own folder. Throws an AppError. */
export async function uploadAvatar({ path, picture }: { path: string; picture: Blob }): Promise<void> {
  await storeFile({ bucket: BUCKET, path, content: picture, contentType: picture.type });
}

/** Removes the picture that a user no longer shows; one of a sign-in provider is not ours and stays. */
export async function removeAvatar(path: string): Promise<void> {
  if (isStoragePath(path)) await removeFiles(BUCKET, [path]);
}
