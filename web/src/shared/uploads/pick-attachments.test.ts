import { describe, expect, test } from 'vitest';
import { DOCUMENT_ATTACHMENTS } from '@domain/document-files.ts';
import { ATTACHMENT_SIZE_MAX } from '@domain/limits.ts';
import { MESSAGE_ATTACHMENTS } from '@domain/message-files.ts';
import { imageFile } from '../../../../supabase/tests/support/files/image-files.ts';
import { pickAttachments } from './pick-attachments.ts';

const document = (name: string, content: string) => new File([content], name);

const picking = { already: 0, marks: new Set<string>(), folder: 'folder', kind: DOCUMENT_ATTACHMENTS };

describe('pickAttachments', () => {
  test('the attachment picker stores a document under a new name with its type', async () => {
    const { attachments, refusals } = await pickAttachments([document('Offer.PDF', '%PDF-1.7')], picking);
    expect(refusals).toEqual([]);
    expect(attachments[0]).toMatchObject({ contentType: 'application/pdf' });
    expect(attachments[0]?.path).toMatch(/^folder\/[0-9a-f-]{36}\.pdf$/);
  });

  test('the attachment picker refuses programs, archives and files whose content is no document', async () => {
    const files = [document('run.exe', 'MZ'), document('all.zip', 'PK'), document('offer.pdf', 'MZ not a document')];
    const { attachments, refusals } = await pickAttachments(files, picking);
    expect(attachments).toEqual([]);
    expect(refusals.map(({ title }) => title)).toEqual(['Invalid file type', 'Invalid file type', 'Invalid file type']);
  });

  test('a file name is stored with its ending visible and with its semicolon', async () => {
    const files = [document('invoice\u202Efdp.exe', 'MZ'), document('a\u202Egnp\u0007;b.pdf', '%PDF-1')];
    const { attachments, refusals } = await pickAttachments(files, picking);
    expect(attachments.map(({ file }) => file.name)).toEqual(['agnp;b.pdf']);
    expect(refusals).toHaveLength(1);
  });

  test('the attachment picker attaches five at most', async () => {
    const { attachments, refusals } = await pickAttachments(
      [document('a.pdf', '%PDF-1'), document('b.pdf', '%PDF-1')],
      {
        ...picking,
        already: 4,
      },
    );
    expect(attachments).toHaveLength(1);
    expect(refusals).toEqual([{ title: 'File limit exceeded', text: 'Maximum 5 files can be attached' }]);
  });

  test('the attachment picker attaches no document twice, in one pick or two, and wastes no place on it', async () => {
    const once = await pickAttachments([document('a.pdf', '%PDF-1'), document('a.pdf', '%PDF-1')], picking);
    expect(once.attachments).toHaveLength(1);
    expect(once.refusals).toEqual([{ title: 'Already attached', text: 'a.pdf is attached already' }]);
    const marks = new Set(once.attachments.map(({ mark }) => mark));
    const again = await pickAttachments(
      [document('a.pdf', '%PDF-1'), document('a.pdf', '%PDF-2'), document('b.pdf', '%PDF-1')],
      { ...picking, already: 3, marks },
    );
    expect(again.attachments.map(({ file }) => file.name)).toEqual(['a.pdf', 'b.pdf']);
    expect(again.refusals).toEqual([{ title: 'Already attached', text: 'a.pdf is attached already' }]);
  });

  test('the attachment picker takes exactly 3 MB, and not a byte more', async () => {
    const pdf = (name: string, size: number) => document(name, '%PDF-1'.padEnd(size));
    const files = [pdf('a.pdf', ATTACHMENT_SIZE_MAX), pdf('b.pdf', ATTACHMENT_SIZE_MAX + 1)];
    const { attachments, refusals } = await pickAttachments(files, picking);
    expect(attachments.map(({ file }) => file.name)).toEqual(['a.pdf']);
    expect(refusals).toEqual([{ title: 'File too large', text: 'Maximum file size is 3MB' }]);
  });

  test('the attachment picker takes images for a message, and names the other accepted types', async () => {
    const files = [new File([imageFile('image/png')], 'a.png'), document('b.svg', '<svg/>')];
    const { attachments, refusals } = await pickAttachments(files, { ...picking, kind: MESSAGE_ATTACHMENTS });
    expect(attachments).toMatchObject([{ contentType: 'image/png' }]);
    expect(refusals).toEqual([
      { title: 'Invalid file type', text: 'Only PDF, Word, Excel, PowerPoint, PNG and JPG files can be attached' },
    ]);
  });
});
