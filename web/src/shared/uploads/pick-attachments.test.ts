import { describe, expect, test } from 'vitest';
import { DOCUMENT_ATTACHMENTS } from '@domain/document-files.ts';
import { pickDocuments } from './pick-attachments.ts';

const document = (name: string, content: string) => new File([content], name);

const picking = { already: 0, marks: new Set<string>(), folder: 'folder', kind: DOCUMENT_ATTACHMENTS };

describe('pickDocuments', () => {
  test('stores a document under a new name with its type', async () => {
    const { documents, refusals } = await pickDocuments([document('Offer.PDF', '%PDF-1.7')], picking);
    expect(refusals).toEqual([]);
    expect(documents[0]).toMatchObject({ contentType: 'application/pdf' });
    expect(documents[0]?.path).toMatch(/^folder\/[0-9a-f-]{36}\.pdf$/);
  });

  test('refuses programs, archives and what is no document inside', async () => {
    const files = [document('run.exe', 'MZ'), document('all.zip', 'PK'), document('offer.pdf', 'MZ not a document')];
    const { documents, refusals } = await pickDocuments(files, picking);
    expect(documents).toEqual([]);
    expect(refusals.map(({ title }) => title)).toEqual(['Invalid file type', 'Invalid file type', 'Invalid file type']);
  });

  test('attaches five at most', async () => {
    const { documents, refusals } = await pickDocuments([document('a.pdf', '%PDF-1'), document('b.pdf', '%PDF-1')], {
      ...picking,
      already: 4,
    });
    expect(documents).toHaveLength(1);
    expect(refusals).toEqual([{ title: 'File limit exceeded', text: 'Maximum 5 files can be attached' }]);
  });

  test('attaches no document twice, neither of one pick nor of two, and gives its place to another', async () => {
    const once = await pickDocuments([document('a.pdf', '%PDF-1'), document('a.pdf', '%PDF-1')], picking);
    expect(once.documents).toHaveLength(1);
    expect(once.refusals).toEqual([{ title: 'Already attached', text: 'a.pdf is attached already' }]);
    const marks = new Set(once.documents.map(({ mark }) => mark));
    const again = await pickDocuments(
      [document('a.pdf', '%PDF-1'), document('a.pdf', '%PDF-2'), document('b.pdf', '%PDF-1')],
      { ...picking, already: 3, marks },
    );
    expect(again.documents.map(({ file }) => file.name)).toEqual(['a.pdf', 'b.pdf']);
    expect(again.refusals).toEqual([{ title: 'Already attached', text: 'a.pdf is attached already' }]);
  });
});
