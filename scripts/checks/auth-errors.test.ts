import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { lineOf, nameOf, walk } from './syntax-tree.mjs';

type Node = Parameters<Parameters<typeof walk>[1]>[0];

const functions = fileURLToPath(new URL('../../supabase/functions/', import.meta.url));

/** What a call is made on: `authClient().admin.signOut()` is made on Auth, whatever lies in between. */
function isOnAuth(node: Node): boolean {
  if (node.type === 'MemberExpression') return nameOf(node) === 'auth' || isOnAuth(node['object']);
  return (
    nameOf(node.type === 'CallExpression' ? node['callee'] : node) ===
    (node.type === 'CallExpression' ? 'authClient' : 'auth')
  );
}

/** The `error` of a result is taken out of it, or the whole result is kept and its `error` named. */
function isRead(target: Node | undefined, text: string): boolean {
  if (target?.type === 'Identifier') return new RegExp(`\\b${nameOf(target)}\\.error\\b`).test(text);
  return (target?.['properties'] ?? []).some((each: Node) => nameOf(each['key']) === 'error');
}

/** The calls of Auth in a file, and those of them whose error nobody reads. Lint finds a variable that is not used. */
function callsOf(file: string, text: string) {
  const calls: string[] = [];
  const unread: string[] = [];
  walk(parseSync(file, text).program, (node, around) => {
    const { callee } = node;
    if (node.type !== 'CallExpression' || callee.type !== 'MemberExpression' || !isOnAuth(callee.object)) return;
    const name = `${file}:${lineOf(text, node['start'])} ${nameOf(callee)}`;
    calls.push(name);
    const parent = around.findLast(({ type }) => !/^(?:Await|Conditional|Parenthesized)Expression$/.test(type));
    if (parent?.type !== 'VariableDeclarator' || !isRead(parent['id'], text)) unread.push(name);
  });
  return { calls, unread };
}

test('the error of each call of Auth in the functions is read', () => {
  const found = readdirSync(functions, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => callsOf(file, readFileSync(join(functions, file), 'utf8')));
  expect(found.flatMap(({ calls }) => calls).length).toBeGreaterThan(10);
  expect(found.flatMap(({ unread }) => unread)).toEqual([]);
});

test('a call of Auth whose error is not read is found, however it is made', () => {
  const text = `
    await authClient().admin.signOut(token, 'local');
    const { data } = await auth.verifyOtp({ token });
    const answer = await client.auth.signUp({ email });
    const { error } = isHalf ? await authClient().admin.updateUserById(id, {}) : await auth.updateUser({});
    const read = await authClient().getUser();
    if (read.error) throw read.error;
    const user = (await auth.getUser()).data.user;
    await auth.mfa.enroll({}).catch(() => null);
    await storage.from('avatars').remove([]);
  `;
  expect(callsOf('sample.ts', text).unread.map((name) => name.split(' ')[1])).toEqual([
    'signOut',
    'verifyOtp',
    'signUp',
    'getUser',
    'enroll',
  ]);
});
