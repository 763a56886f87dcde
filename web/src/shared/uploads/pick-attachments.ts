import {
  alreadyAttached,
  DOCUMENT_TOO_LARGE,
  TOO_MANY_ATTACHMENTS,
  type AttachmentKind,
} from '@domain/document-files.ts';
import type { FileRefusal } from '@domain/image-files.ts';
import { ATTACHMENT_SIZE_MAX, ATTACHMENTS_MAX } from '@domain/limits.ts';
import { pickFiles, withCleanName } from './pick-files.ts';
import { newUuid } from '@/shared/text/new-uuid.ts';

/** A picked file with the type that name and content agree on and the place where it will be stored. */
export type PickedAttachment = {
  file: File;
  contentType: string;
  path: string;
  /** The same for the same file: its name and what is in it. */
  mark: string;
};

type Picking = {
  /** How many are attached already. */
  already: number;
  /** The marks of those that are known to be attached. */
  marks: ReadonlySet<string>;
  /** The folder of the uploader. */
  folder: string;
  kind: AttachmentKind;
};

/**
 * Decides which picked files are attached: at most five, 3MB each, of a type that is taken by name and content, and none
 * twice. Out: what to upload and what was refused.
 */
export async function pickAttachments(
  picked: readonly File[],
  { already, marks, folder, kind }: Picking,
): Promise<{ attachments: PickedAttachment[]; refusals: FileRefusal[] }> {
  const files = picked.map(withCleanName);
  const seen = new Set(marks);
  const repeated: FileRefusal[] = [];
  const markOf = new Map<File, string>();
  for (const file of files) {
    const mark = await markOfFile(file);
    if (seen.has(mark)) repeated.push(alreadyAttached(file.name));
    else markOf.set(file, mark);
    seen.add(mark);
  }
  const extensionOf = new Map<File, string>();
  const refusalOf = new Map<File, FileRefusal>();
  for (const file of markOf.keys()) {
    if (file.size > ATTACHMENT_SIZE_MAX) continue;
    const inspected = await kind.inspect(file.name, new Uint8Array(await file.arrayBuffer()));
    if ('refusal' in inspected) refusalOf.set(file, inspected.refusal);
    else extensionOf.set(file, inspected.extension);
  }
  const { accepted, refusals } = pickFiles([...markOf.keys()], {
    already,
    max: ATTACHMENTS_MAX,
    refuse: (file) => (file.size > ATTACHMENT_SIZE_MAX ? DOCUMENT_TOO_LARGE : (refusalOf.get(file) ?? null)),
    tooMany: () => TOO_MANY_ATTACHMENTS,
  });
  const attachments = accepted.map((file) => {
    const extension = extensionOf.get(file) ?? '';
    return {
      file,
      contentType: kind.types[extension] ?? '',
      path: `${folder}/${newUuid()}.${extension}`,
      mark: markOf.get(file) ?? '',
    };
  });
  return { attachments, refusals: [...refusals, ...repeated] };
}

/** Oversized files are refused anyway, so they are not read. */
async function markOfFile(file: File): Promise<string> {
  if (file.size > ATTACHMENT_SIZE_MAX) return `${file.name} ${newUuid()}`;
  // Plain http has no digests: there equal files are told apart by nothing.
  if (!('subtle' in crypto)) return `${file.name} ${newUuid()}`;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return `${file.name} ${digest.join(' ')}`;
}
