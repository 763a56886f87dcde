/** What `npm run texts` refuses, each shown by a text that breaks it. */
import { root } from './project-files.mjs';
import { describe, expect, test } from 'vitest';
import {
  arranged,
  arrivingOfApi,
  arrivingOfDomain,
  arrivingOfMail,
  arrivingOfSql,
  lacking,
  missingOf,
  problemsOfCatalogues,
  readCatalogues,
  readTexts,
  usesIn,
  type Catalogue,
  type Known,
} from './texts.ts';

/** Read once, since it takes a while. */
const project = readTexts(root);

const page = (text: string) => usesIn({ file: 'web/src/a.tsx', text });
const keysIn = (text: string) => page(text).uses.map(({ key, context }) => (context ? `${key}|${context}` : key));
const problemsIn = (text: string) => page(text).findings.map(({ message }) => message);
const textsOf = (found: { text: string }[]) => found.map(({ text }) => text);

const NO_TEXTS = { texts: {}, messages: {} };

/** What is known, the page's texts with their contexts as keys have them. */
const knowing = ({
  named = [],
  arriving = [],
  literals = [],
  others = [],
}: {
  named?: string[];
  arriving?: string[];
  literals?: string[];
  others?: string[];
}): Known => ({
  uses: named.map((text) => {
    const [key = '', context] = text.split('|');
    return { key, ...(context && { context }), file: 'web/src/a.tsx', line: 1 };
  }),
  arriving: arriving.map((text) => ({ text, file: 'a.sql', line: 2 })),
  literals: new Set(literals),
  others,
});

/** What is said of a catalogue. */
function problemsOf({ texts = {}, messages = {} }: Partial<Catalogue>, known: Parameters<typeof knowing>[0]) {
  const all = knowing(known);
  return problemsOfCatalogues({ everybody: { texts, messages }, admin: NO_TEXTS }, all, all);
}

describe('the texts that the page names', () => {
  test('the texts of the page are those of t, plural, rich and msg [A634]', () => {
    expect(
      keysIn(`
        t('One'); language.t("Two"); msg('Three'); t('Open', {}, 'state');
        t(isNew ? 'New' : 'Old'); t(option.label); other('No');
        rich('By {terms}', { terms: <a /> });
        plural(n, { one: '{n} reply', other: '{n} replies' });`),
    ).toEqual(['One', 'Two', 'Three', 'Open|state', 'New', 'Old', 'By {terms}', '{n} replies']);
  });

  test.each([
    ["t('Two ' + 'halves')", 'put together'],
    ['t(`${n} replies`)', 'put together'],
    ["t('Hello {name}')", 'no value for {name}'],
    ["t('Hello {name}', { user: 1 })", 'no value for {name}'],
    ["t('Hello', { name })", 'no place for {name}'],
    ["rich('By {terms}', {})", 'no value for {terms}'],
    ["plural(n, { one: 'one of {all}', other: '{n} of {all}' })", 'no value for {all}'],
    ["t(' and more')", 'a blank at an end'],
    ["t('Total: ')", 'a blank at an end'],
    ["t('')", 'an empty text'],
    ["t('<b>New</b>')", 'HTML in a text'],
    ["t('Terms &amp; privacy')", 'HTML in a text'],
  ])('%s is refused: %s [A634]', (text, message) => {
    expect(problemsIn(text)).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
  });

  test('texts that are whole sentences with the values they take are no problem', () => {
    expect(
      problemsIn(`t('Hello {name}', { name }); t('a < b'); t('{a} & {b}', { a, b }); t(label); t('{n}', values);
        plural(n, { one: 'one', other: '{n} of {all}' }, { all });`),
    ).toEqual([]);
  });
});

describe('what arrives', () => {
  test('texts from the domain are its texts and labels [A635]', () => {
    const text = `
      import { a } from './A b.ts';
      export const TOO_LONG = 'Title too long';
      export const LABELS = { open: 'Open', 'Not a text': 1 };
      z.string().max(MAX, \`At most \${MAX} characters\`);
      if (kind === 'Word one') throw new Error('For developers only');
      const pattern = /A b|c d/;
      const WORDS = { price: { description: 'The price as typed', example: 'Five euros' } };
      type A = 'Some type';
      const other = ['USD', 'm|metre', 'snake_case'];`;
    expect(textsOf(arrivingOfDomain({ file: 'supabase/functions/_shared/domain/post.ts', text }))).toEqual([
      'Title too long',
      'Open',
      'At most {} characters',
    ]);
    expect(arrivingOfDomain({ file: 'supabase/functions/_shared/domain/mail-templates-en.ts', text })).toEqual([]);
  });

  test('texts from /api are its refusals, not the answers of a success [A635]', () => {
    const text = `
      throw new ApiError(403, 'Please verify your email');
      throw notFound('News item');
      invalidInput([{ path: 'email', message: 'Email already exists' }]);
      requiredText('Note is required', NOTE_MAX, 'Note too long');
      const answer = { message: 'Rule deleted' };
      route.summary('Not for people');`;
    expect(textsOf(arrivingOfApi({ file: 'supabase/functions/api/a.ts', text }))).toEqual([
      'Please verify your email',
      'Email already exists',
      'Note is required',
      'Note too long',
      'News item not found',
    ]);
  });

  test('texts from the mail sender are what its log says [A635]', () => {
    const text = "const RCPT = 'RCPT TO'; fail(`The mail server did not say: ${answer}`);";
    expect(textsOf(arrivingOfMail({ file: 'supabase/functions/mail/queue.ts', text }))).toEqual([
      'The mail server did not say: {}',
    ]);
  });

  test('texts from the database are what its functions say [A635]', () => {
    const schema = {
      file: '10-a.sql',
      text: `
        create function private.a() returns void as $$ -- 'Not a text of people'
          perform private.refuse(404, 'not_found', 'It''s new' 'snake_case word'); $$;
        create function private.b(p text) returns void as $body$
          perform private.notify(format('%s left 5 %% of "%s"', a, b)); $body$;
        comment on function private.b is 'Says it to people';`,
    };
    expect(textsOf(arrivingOfSql([schema])).toSorted()).toEqual(["It's new", '{} left 5 % of "{}"']);
  });
});

describe('a catalogue', () => {
  test.each([
    ['lacks a text of the page', { texts: {} }, { named: ['New'] }, 'no translation: "New" (web/src/a.tsx:1)'],
    ['lacks what arrives', {}, { arriving: ['Post not found'] }, 'no translation: "Post not found" (a.sql:2)'],
    ['lacks what arrives with a value', {}, { arriving: ['Wait {} days'] }, 'no translation: "Wait {} days" (a.sql:2)'],
    ['lacks what Auth says', {}, { others: ['JWT expired'] }, 'no translation: "JWT expired"'],
    ['has an entry that nobody uses', { texts: { Old: 'Cũ' } }, {}, 'unused: "Old"'],
    ['has a message that nobody sends', { messages: { 'Wait {n}': 'Chờ {n}' } }, {}, 'unused: "Wait {n}"'],
    ['lacks a place', { texts: { 'Hi {name}': 'Chào' } }, { named: ['Hi {name}'] }, 'has the places none'],
    ['names another place', { texts: { 'Hi {name}': 'Chào {ten}' } }, { named: ['Hi {name}'] }, '{ten}'],
    ['lacks a place in a form', { texts: { '{n} a': { one: 'a', other: '{n} b' } } }, { named: ['{n} a'] }, 'none'],
    ['has a blank in front', { texts: { New: ' Mới' } }, { named: ['New'] }, 'a blank at an end'],
    ['has a blank behind', { texts: { New: 'Mới ' } }, { named: ['New'] }, 'a blank at an end'],
    ['has HTML', { texts: { New: '<b>Mới</b>' } }, { named: ['New'] }, 'HTML in a text'],
    ['has an empty translation', { texts: { New: '' } }, { named: ['New'] }, 'an empty text'],
    ['has something that is no text', { texts: { New: 1 } }, { named: ['New'] }, 'is no text'],
    ['has a text twice', { texts: { New: 'Mới' }, messages: { New: 'Mới' } }, { named: ['New'] }, 'in texts and in'],
    ['is not sorted', { texts: { B: 'b', A: 'a' } }, { named: ['A', 'B'] }, '"B" stands elsewhere after'],
  ])('%s [A634]', (_, catalogue, known, message) => {
    expect(problemsOf(catalogue, known)).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
  });

  test('a catalogue is complete with its texts, their contexts, and each message or its variants', () => {
    const texts = { New: 'Mới', 'Open|state': 'Đang mở', '{n} replies': { other: '{n} phản hồi' } };
    const messages = {
      'Hidden: {note}': 'Đã ẩn: {note}',
      'It is {stateText}, so it cannot be accepted': 'Đang {stateText} nên không thể chấp nhận',
      'Wait {days} days': 'Chờ {days} ngày',
      pending: 'chờ',
    };
    const named = ['New', 'Open|state', '{n} replies'];
    const arriving = ['Hidden: {}', 'It is {}, so it cannot be {}', 'Wait {} days'];
    expect(problemsOf({ texts, messages }, { named, arriving, literals: ['pending'] })).toEqual([]);
  });

  test('a new catalogue is told all that it lacks, and one with two texts the rest [A644]', () => {
    const example = {
      texts: { New: 'Mới', Old: 'Cũ' },
      messages: { Spam: 'Thư rác', 'Wait {days} days': 'Chờ {days} ngày' },
    };
    expect(lacking({ texts: {}, messages: {} }, example)).toEqual({
      texts: { New: '', Old: '' },
      messages: { Spam: '', 'Wait {days} days': '' },
    });
    expect(lacking({ texts: { New: 'Nouveau' }, messages: { Spam: 'Spam' } }, example)).toEqual({
      texts: { Old: '' },
      messages: { 'Wait {days} days': '' },
    });
  });
});

describe('the catalogue of the admin area', () => {
  const known = knowing({ named: ['Ban', 'New'] });
  const knownOutside = knowing({ named: ['New'] });
  const everybody = { texts: { New: 'Mới' }, messages: {} };
  const admin = { texts: { Ban: 'Chặn' }, messages: {} };

  test('each text stands in the catalogue of those who read it', () => {
    expect(problemsOfCatalogues({ everybody, admin }, known, knownOutside)).toEqual([]);
  });

  test('a text of the admin area is refused in the catalogue of everybody, and the reverse', () => {
    expect(problemsOfCatalogues({ everybody: admin, admin: everybody }, known, knownOutside)).toEqual([
      expect.stringContaining('"Ban" stands elsewhere'),
      expect.stringContaining('"New" stands elsewhere'),
    ]);
  });

  test('a text in both catalogues is refused', () => {
    const both = { texts: { Ban: 'Chặn', New: 'Mới' }, messages: {} };
    expect(problemsOfCatalogues({ everybody, admin: both }, known, knownOutside)).toEqual([
      expect.stringContaining('"New" stands elsewhere'),
    ]);
  });

  test('a catalogue that is not sorted is refused in the admin area, too', () => {
    const unsorted = { texts: { New: 'Mới', Ban: 'Chặn' }, messages: {} };
    expect(problemsOfCatalogues({ everybody: NO_TEXTS, admin: unsorted }, known, knowing({}))).toEqual([
      expect.stringContaining('"New" stands elsewhere'),
    ]);
  });

  test('texts are moved where they belong', () => {
    const mixed = { texts: { New: 'Mới', Ban: 'Chặn' }, messages: {} };
    expect(arranged({ everybody: mixed, admin: NO_TEXTS }, known, knownOutside)).toEqual({ everybody, admin });
  });

  test('texts of the project are everybody’s unless modules of the admin area alone have them', () => {
    const filesIn = ({ uses, arriving }: Known) => new Set([...uses, ...arriving].map(({ file }) => file));
    const outside = filesIn(project.knownOutside);
    const ofAdmins = [...filesIn(project.known)].filter((file) => !outside.has(file));
    expect(ofAdmins).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/\/feedback-table\.tsx$/),
        'supabase/functions/_shared/domain/app-settings.ts',
      ]),
    );
    expect(ofAdmins.filter((file) => /\/schemas\/|\/functions\/api\/|\/pages\/(?!admin-)/.test(file))).toEqual([]);
    expect(ofAdmins.length).toBeGreaterThan(50);
  });
});

test.each(['everybody', 'admin'] as const)(
  'the catalogue for %s that French lacks has the texts of the Vietnamese one [A644]',
  (area) => {
    const keysOf = ({ texts, messages }: Catalogue) => [
      Object.keys(texts).toSorted(),
      Object.keys(messages).toSorted(),
    ];
    const missing = missingOf(root, 'fr')[area];
    expect(keysOf(missing)).toEqual(keysOf(readCatalogues(root, 'vi')[area]));
    expect(new Set(Object.values({ ...missing.texts, ...missing.messages }))).toEqual(new Set(['']));
  },
);
