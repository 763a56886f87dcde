import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseForm } from './form-data.ts';

/** A form as the platform writes it. */
async function written(form: FormData) {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return parseForm(await request.arrayBuffer(), request.headers.get('content-type') ?? '');
}
const nameOf = (part: FormDataEntryValue | null) => (part instanceof File ? part.name : null);

describe('a form', () => {
  test('a form keeps file names with every character that a file name can have', async () => {
    for (const name of [
      'semi;name.pdf',
      'a=b.pdf',
      'quo"te.pdf',
      'Báo giá – 见积.pdf',
      ' ; filename=x.exe',
      "it's.pdf",
    ]) {
      const form = new FormData();
      form.append('document', new File(['%PDF-'], name));
      expect(nameOf((await written(form)).get('document')), name).toBe(name);
    }
  });

  test('a form with escaped quotes and bare values is read', () => {
    const body = [
      'preamble',
      '--x',
      'content-disposition: form-data; name=document; filename="a\\"b\\\\;c.pdf"',
      'Content-Type: application/pdf',
      '',
      'line 1\r\n--y\r\nline 2',
      '--x--',
      '',
    ].join('\r\n');
    const form = parseForm(new TextEncoder().encode(body).buffer, 'multipart/form-data; boundary=x');
    expect(nameOf(form.get('document'))).toBe('a"b\\;c.pdf');
    expect(form.get('document')).toMatchObject({ type: 'application/pdf', size: 'line 1\r\n--y\r\nline 2'.length });
  });

  test('a form comes back as it was written, whatever it contains', async () => {
    // A browser writes two backslashes as a program writes one, and a quote or line break as a literal %22, %0D or %0A.
    const name = fc
      .string({ minLength: 1 })
      .map((typed) => typed.replaceAll(/[\r\n]|\\(?=[\r\n]*\\)/g, ''))
      .filter((typed) => !/%(?:22|0[DA])/i.test(typed));
    const part = fc.record({
      name,
      text: fc.string(),
      bytes: fc.uint8Array({ maxLength: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        const form = new FormData();
        for (const { name: fileName, text, bytes } of parts) {
          form.append('text', text.replaceAll(/\r\n?|\n/g, '\r\n'));
          form.append('file', new File([Uint8Array.from(bytes)], fileName));
        }
        const read = await written(form);
        expect(read.getAll('text')).toEqual(form.getAll('text'));
        const files = async (of: FormData) =>
          Promise.all(
            of
              .getAll('file')
              .map(async (file) =>
                file instanceof File ? [file.name, ...new Uint8Array(await file.arrayBuffer())] : null,
              ),
          );
        expect(await files(read)).toEqual(await files(form));
      }),
    );
  });

  test('a form with many backslashes in a boundary or name is read at once', () => {
    const value = `"${'\\'.repeat(200)}`;
    for (const [boundary, name] of [
      ['x', value],
      [value, 'x'],
    ]) {
      const body = `--${boundary}\r\nContent-Disposition: form-data; name=${name}\r\n\r\na\r\n--${boundary}--`;
      const form = parseForm(new TextEncoder().encode(body).buffer, `multipart/form-data; boundary=${boundary}`);
      expect([...form.entries()]).toEqual([[name, 'a']]);
    }
  });

  test('a form with many parts, or many lines before a content, is refused at once', () => {
    const part = (lines = '') => `--x\r\n${lines}Content-Disposition: form-data; name=a\r\n\r\nb\r\n`;
    const formOf = (parts: string) =>
      parseForm(new TextEncoder().encode(`${parts}--x--`).buffer, 'multipart/form-data; boundary=x');
    expect(formOf(part().repeat(100)).getAll('a')).toHaveLength(100);
    expect(() => formOf(part().repeat(101))).toThrow('too many parts');
    expect(() => formOf(part('a: b\r\n'.repeat(3_000)))).toThrow('too many lines');
  });

  test('a form that is malformed, or ends within a part, is refused', () => {
    const bytes = (text: string) => new TextEncoder().encode(text).buffer;
    const type = 'multipart/form-data; boundary=x';
    for (const body of [
      '',
      'x',
      '--x',
      '--x\r\n',
      '--x\r\n\r\n',
      '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--',
    ])
      expect(() => parseForm(bytes(body), type), body).toThrow(/form/);
    expect(() => parseForm(bytes('--x--'), 'multipart/form-data')).toThrow('The form names no boundary');
  });
});
