import {
  alreadyAttached,
  DOCUMENT_TOO_LARGE,
  TOO_MANY_ATTACHMENTS,
  type AttachmentKind,
  type InspectedFile,
} from '@domain/document-files.ts';
import type { FileRefusal } from '@domain/image-files.ts';
import { ATTACHMENT_SIZE_MAX, ATTACHMENTS_MAX } from '@domain/limits.ts';
import { pickFiles, withCleanName } from './pick-files.ts';
import { newUuid } from '@/shared/text/new-uuid.ts';

/** A picked file with the type that its name and content agree on, and its future path. */
export type PickedAttachment = {
  file: File;
  contentType: string;
  path: string;
  /** Fingerprint of name and content. */
  mark: string;
};

type Picking = {
  /** Number of present attachments. */
  already: number;
  /** Fingerprints of known attachments. */
  marks: ReadonlySet<string>;
  /** Folder of the uploader. */
  folder: string;
  kind: AttachmentKind;
};

/**
 * Decides which picked files to attach: at most five, 3 MB each, of a type allowed by name and content, no duplicates.
 * Returns the files to upload and the refusals.
 */
export async function pickAttachments(
  picked: readonly File[],
  { already, marks, folder, kind }: Picking,
): Promise<{ attachments: PickedAttachment[]; refusals: FileRefusal[] }> {
  const seen = new Set(marks);
  const repeated: FileRefusal[] = [];
  const inspected: { file: File; mark: string; result: InspectedFile }[] = [];
  for (const file of picked.map(withCleanName)) {
    // Oversized files are refused anyway, so they are not read.
    const bytes = file.size > ATTACHMENT_SIZE_MAX ? null : new Uint8Array(await file.arrayBuffer());
    const mark = `${file.name} ${await digestOf(bytes)}`;
    if (seen.has(mark)) repeated.push(alreadyAttached(file.name));
    else {
      const result = bytes ? await kind.inspect(file.name, bytes) : { refusal: DOCUMENT_TOO_LARGE };
      inspected.push({ file, mark, result });
    }
    seen.add(mark);
  }
  const { accepted, refusals } = pickFiles(inspected, {
    already,
    max: ATTACHMENTS_MAX,
    refuse: ({ result }) => ('refusal' in result ? result.refusal : null),
    tooMany: () => TOO_MANY_ATTACHMENTS,
  });
  const attachments = accepted.flatMap(({ file, mark, result }) =>
    'refusal' in result
      ? []
      : {
          file,
          contentType: kind.types[result.extension] ?? '',
          path: `${folder}/${newUuid()}.${result.extension}`,
          mark,
        },
  );
  return { attachments, refusals: [...refusals, ...repeated] };
}

/**
 * A digest of the content. Plain http lacks the digest API; there, and for unread files, every file counts as
 * different.
 */
async function digestOf(content: BufferSource | null): Promise<string> {
  if (content === null || !('subtle' in crypto)) return newUuid();
  return new Uint8Array(await crypto.subtle.digest('SHA-256', content)).join(' ');
}
