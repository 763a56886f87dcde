import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { pageSources } from './project-files.mjs';
import { nameOf, walk } from './syntax-tree.mjs';

/**
 * Sets a state that the request names, so that a repeat changes nothing and is not refused. The page cannot tell these
 * from others: read the function that is called before you add one.
 */
const STATES = [
  'useAcceptTerms',
  'useAnswerQuestion',
  'useArchiveNews',
  'useAssignFeedback',
  'useCancelBroadcast',
  'useChangeAvatar',
  'useChangeSearch',
  'useClosePost',
  'useDeleteMessage',
  'useDeleteReply',
  'useEditHideReason',
  'useEditMessage',
  'useHidePost',
  'useHideQuestion',
  'useImportRules',
  'useMarkMessagesRead',
  'useMarkRead',
  'useReopenPost',
  'useReplyToReview',
  'useRequestPasswordReset',
  'useReviewFlagged',
  'useSaveDigestTime',
  'useSaveLocale',
  'useSaveMailChoices',
  'useSaveNotificationPreference',
  'SaveOrganization',
  'useSaveSearch',
  'useSetExchangeRate',
  'useSetFeedbackStatus',
  'useSetMute',
  'useSetNotificationKind',
  'useSetPostDocuments',
  'useSetWatch',
  'useSignIn',
  'useSignOut',
  'useSignOutEverywhere',
  'useStartSetup',
  'useSubmitReview',
  'useUnhidePost',
  'useUnhideQuestion',
  'useUpdateProfile',
  'useUpdateReview',
  // Each file under a new name, which can be there already.
  'useUploads',
];

/** Loads something, which a repeat loads again. */
const READS = [
  'AttachmentRow',
  'BulkBar',
  'ExportButton',
  'ImageName',
  'PdfName',
  'RulesList',
  'useLoadEarlier',
  'useReadFlagged',
  'useTestText',
];

/** What makes a mutation: React Query itself, and the hooks of the page around it. */
const MAKERS = new Set(['useMutation', 'useWrite', 'useDeletion', 'useModeration', 'useUserAction', 'useDecision']);
/** The makers that take the refusal of a repeat for what it is. */
const RECOGNISING = new Set(['useDeletion', 'useDecision']);
/** After a write that has changed nothing: whether an earlier one has done it. */
const RECOGNISES = /\bisStoredAs\(|\bassertGone\(/;
/** A client id, or what carries one (client-ids.test.ts). */
const CLIENT_ID = /\bclient_id: clientId\b|\bclientId: ClientId\b|\bBulkInput\b|\bUnsentMessage\b/;

type Found = { name: string; maker: string; isRetried: boolean; text: string };

/** The declarations of a file, by name, and those that a text names, with all that they name in turn. */
function reader(program: ReturnType<typeof parseSync>['program'], text: string) {
  const declared = new Map<string, string>();
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    const named = declaration && 'declarations' in declaration ? declaration.declarations : [declaration];
    for (const each of named) {
      const name = each && 'id' in each ? nameOf(each.id) : '';
      if (each && name) declared.set(name, text.slice(each.start, each.end));
    }
  }
  return (start: string) => {
    const read = new Set([start]);
    for (const part of read)
      for (const [, word = ''] of part.matchAll(/\b(\w+)\b/g)) read.add(declared.get(word) ?? start);
    return [...read].join('\n');
  };
}

/** The mutations of a file. Each has the name of the hook or component around it. */
function mutationsOf({ file, text }: { file: string; text: string }): Found[] {
  const { program } = parseSync(file, text);
  const readFrom = reader(program, text);
  const found: Found[] = [];
  walk(program, (node, around) => {
    const maker = node.type === 'CallExpression' ? nameOf(node['callee']) : '';
    if (!MAKERS.has(maker)) return;
    const name = around
      .filter(({ type }) => type === 'FunctionDeclaration' || type === 'VariableDeclarator')
      .map(({ id }) => nameOf(id))
      .find((each) => each !== '');
    if (name === undefined || MAKERS.has(name)) return;
    const call = text.slice(node['start'], node['end']);
    const last = node['arguments'].at(-1);
    const isRetried = maker === 'useMutation' ? !/\bretry: false\b/.test(call) : last.value !== false;
    found.push({ name, maker, isRetried, text: readFrom(call) });
  });
  return found;
}

/** The group that the code tells. */
function groupOf({ maker, isRetried, text }: Found): string | undefined {
  if (RECOGNISING.has(maker)) return 'a repeat is recognised';
  if (!isRetried) return 'not retried';
  if (CLIENT_ID.test(text)) return 'carries a client id';
  return RECOGNISES.test(text) ? 'a repeat is recognised' : undefined;
}

const ungrouped = (found: readonly Found[]) => [
  ...new Set(found.flatMap((each) => (groupOf(each) ? [] : [each.name]))),
];

test('a repeat of each write after a lost answer does no harm, and no refusal of it is shown', () => {
  const mutations = pageSources().flatMap(mutationsOf);
  expect(mutations.length).toBeGreaterThan(100);
  expect(ungrouped(mutations).toSorted()).toEqual([...STATES, ...READS].toSorted());
});

test('a write without a group is found, by whichever hook it is made', () => {
  const text = `
    type New = { clientId: ClientId };
    async function create(input: New) {}
    async function save(row: Row) { if (!isStoredAs(await update(row), row)) throw changedMeanwhile(); }
    export const useCreate = () => useWrite(create, []);
    export const useSave = () => useMutation<Row>({ mutationFn: save });
    export const useRemove = (id: number) => useDeletion(() => remove(id), []);
    export const useSend = () => useWrite(send, [], false);
    export function useGive() { const client = useQueryClient(); return useMutation({ mutationFn: give, retry: 1 }); }
    export const useTake = () => useUserAction<number, void>(take);
  `;
  expect(ungrouped(mutationsOf({ file: 'sample.ts', text }))).toEqual(['useGive', 'useTake']);
});
