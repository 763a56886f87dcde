import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const REFUSED = 'Your text contains content that is not allowed';

test('adam makes rules, tests a text and sees each hit; anna is refused and her text is kept [A56,A592]', async ({
  page,
  world,
}) => {
  await loginAs(page, world, 'adam');
  await page.goto('/admin/content-filter');
  await expect(page.getByRole('heading', { level: 1, name: 'Content filter', exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rules' }).getByRole('row')).toHaveCount(7);

  // A rule that could be slow is refused at its field, with what was typed; mended, it is saved.
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Regex' }).click();
  await dialog.getByLabel('Pattern').fill('(sc+am)+');
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  await expect(dialog.getByLabel('Pattern')).toHaveAccessibleDescription(
    /A repetition within a repetition is not supported in a pattern/,
  );
  await expect(dialog.getByLabel('Pattern')).toHaveValue('(sc+am)+');
  await expect(dialog.getByLabel('Pattern')).toBeFocused();
  await dialog.getByLabel('Pattern').fill('sc+am[0-9]*');
  await dialog.getByLabel('Trial').uncheck();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  await expect(dialog).toBeHidden();
  await expectToast(page, 'Success', 'Rule created');
  await world.sql(`insert into public.content_rules (kind, pattern, action, fields) values
    ('phrase', 'bank transfer', 'mask', array['post_title']), ('word', 'urgent', 'flag', array['post_title'])`);

  // The test box: verdict, hits with rule and position, masked text.
  const box = page.getByRole('region', { name: 'Test a text' });
  await box.getByLabel('Text', { exact: true }).fill('Steel 😀');
  await box.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(box.getByText('Allowed', { exact: true })).toBeVisible();
  await box.getByLabel('Text', { exact: true }).fill('😀 Urgent: sccam7, bank-transfer');
  await box.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(box.getByText('Blocked', { exact: true })).toBeVisible();
  await expect(box.locator('mark')).toHaveText(['Urgent1', 'sccam72', 'bank-transfer3']);
  await expect(box.getByRole('table', { name: 'Hits' }).getByRole('row')).toHaveText([
    /Rule/,
    '1Word: urgentFlag for review3–8',
    '2Regex: sc+am[0-9]*Block11–16',
    '3Phrase: bank transferMask19–31',
  ]);
  await expect(box.locator('[data-masked]')).toHaveText('😀 Urgent: sccam7, *************');
  await box.getByLabel('Text', { exact: true }).fill('Urgent');
  await box.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(box.getByText('Flagged', { exact: true })).toBeVisible();
  expect(await world.sql('select id from public.content_hits')).toEqual([]);
  await expectAccessible(page);

  // What the rules do to anna.
  await loginAs(page, world, 'anna');
  await page.goto('/');
  await page
    .getByRole('button', { name: /Post a purchase request|What do you want to buy/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Create Purchase Request' });
  await form.getByLabel('Title').fill('Urgent SCAM');
  await form.getByLabel('Description').fill('Twenty tons');
  await form.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Industrial' }).click();
  await form.getByLabel('Country').fill('Vietnam');
  await form.getByLabel('Delivery address').fill('Dock 4');
  await form.getByRole('button', { name: 'Post request' }).click();
  await expectToast(page, 'Error creating post', REFUSED);
  await expect(form.getByLabel('Title')).toHaveValue('Urgent SCAM');
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription(REFUSED);
  await form.getByLabel('Title').fill('Urgent: steel, bank transfer');
  await form.getByRole('button', { name: 'Post request' }).click();
  await expect(page.getByRole('heading', { name: 'Urgent: steel, **** ********' })).toBeVisible();
  await expect
    .poll(() => world.sql('select action from public.content_hits order by action'))
    .toEqual([{ action: 'block' }, { action: 'flag' }, { action: 'mask' }]);

  // Adam finds it on the list, and ticks it off.
  await loginAs(page, world, 'adam');
  await page.goto('/admin/content-filter?q=urgent');
  await expect(page.getByRole('table', { name: 'Rules' }).getByRole('row').nth(1)).toContainText('urgent');
  const flagged = page.getByRole('region', { name: 'Flagged for review' });
  await expect(flagged.getByRole('row').nth(1)).toContainText('Urgent: steel, bank transfer');
  await flagged.getByLabel('Select Word: urgent of anna').check();
  await flagged.getByRole('button', { name: 'Mark as reviewed (1)' }).click();
  await expect(flagged.getByText('Nothing is waiting for review')).toBeVisible();

  // Words of a message are shown by a press, which is logged.
  const looks = () => world.sql(`select actor_username from public.audit_log where action = 'read_private_text'`);
  await world.sql(`insert into public.content_hits (rule_name, action, context, entity, entity_id, excerpt)
    values ('word: urgent', 'flag', 'message', 'message', 7, 'an urgent word')`);
  await page.reload();
  await expect(flagged.getByRole('row').nth(1)).toContainText('Message #7');
  await expect(flagged.getByText('an urgent word')).toHaveCount(0);
  expect(await looks()).toEqual([]);
  await flagged.getByRole('button', { name: 'Show private text' }).click();
  await expect(flagged.getByText('an urgent word')).toBeVisible();
  expect(await looks()).toEqual([{ actor_username: 'adam' }]);
});

test('adam sees what a rule would find, tries it, puts it in force after a question, and takes it back', async ({
  page,
  world,
}) => {
  // Ten texts of an author count at most.
  const authors = await Promise.all(['anna', 'bob', 'carl'].map((name) => world.person(name)));
  let posts = 0;
  const post = (title: string) => {
    posts += 1;
    return world.sql(
      `insert into public.posts (user_id, title, description, category, country, delivery_address)
       values ($1::bigint, $2, 'Twenty tons', 'industrial', 'vn', 'Dock 4')`,
      [authors[posts % authors.length]?.id, title],
    );
  };
  for (let nr = 1; nr <= 12; nr += 1) await post(`Steel ${nr}`);
  await loginAs(page, world, 'adam');
  await page.goto('/admin/content-filter');
  const rules = page.getByRole('table', { name: 'Rules' });
  const openSteel = () => page.getByRole('button', { name: 'Edit steel' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit rule' });

  await test.step('what it would find is shown while it is typed, and it begins as a trial', async () => {
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    await dialog.getByLabel('Pattern').fill('steel');
    await dialog.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Mask' }).click();
    const found = dialog.getByRole('region', { name: 'In the last texts' });
    await expect(found).toContainText('Finds something in 12 of the last 24 texts (50 %)');
    await expect(found).toContainText('Post title: 12 / 12');
    await expect(found.getByRole('listitem')).toHaveCount(5);
    await expect(dialog.getByLabel('Trial')).toBeChecked();
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Create rule' }).click();
    await expect(dialog).toBeHidden();
    await expect(rules.getByRole('row', { name: /steel/ })).toContainText('On trial since');
  });

  await test.step('the trial changes nothing, and its hits are listed', async () => {
    await post('Steel on trial');
    await page.reload();
    await page.getByRole('button', { name: 'Hits of steel' }).click();
    const hits = page.getByRole('region', { name: 'Hits', exact: true });
    await expect(hits.getByRole('row').nth(1)).toContainText('Steel on trial');
    await expect(hits.getByRole('row').nth(1)).toContainText('Trial');
    await expectAccessible(page);
  });

  await test.step('in force it would change much, which is asked first', async () => {
    await openSteel();
    await edit.getByLabel('Trial').uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Save this rule?' });
    await expect(question).toContainText('This would change or refuse 50.0 % of the last 26 texts.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(edit).toBeVisible();
    await edit.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expect(edit).toBeHidden();
    await expect(rules.getByRole('row', { name: /steel/ })).not.toContainText('trial');
    await post('Steel in force');
    await page.goto('/');
    await expect(page.getByText('***** in force')).toBeVisible();
  });

  await test.step('deleted, it gives back what it masked', async () => {
    await page.goto('/admin/content-filter');
    await page.getByRole('button', { name: 'Delete steel' }).click();
    await page.getByRole('dialog', { name: 'Delete rule' }).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Rule deleted');
    await expect.poll(() => world.sql(`select public.housekeep('masks') as done`)).toEqual([{ done: 0 }]);
    await page.goto('/');
    await expect(page.getByText('Steel in force')).toBeVisible();
  });
});

test('rules are exported and imported as CSV, wrong lines are named, and rules are edited and deleted', async ({
  page,
  world,
}) => {
  await loginAs(page, world, 'adam');
  await world.sql('delete from public.content_rules');
  await world.sql(
    `insert into public.content_rules (kind, pattern, action, fields) values ('phrase', '=cmd|calc', 'block', array['quote'])`,
  );
  await page.setViewportSize(VIEWPORTS.phone);
  await page.goto('/admin/content-filter');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  const text = await readFile(file, 'utf8');
  expect(text).toContain(`"phrase","'=cmd|calc","block","quote","no","yes"`);

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import rules' });
  const lines = `${text}word,scam,flag,quote review,no,yes\nwort,x,block,quote,no,yes\nregex,(a+)+,block,quote,no,yes\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Line 4: kind: Invalid input',
    'Line 5: A repetition within a repetition is not supported in a pattern',
  ]);
  await expect(dialog.getByText('1 added, 1 changed, 2 failed')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Edit scam' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit rule' });
  await edit.getByLabel('Enabled').uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(page.locator('tr', { hasText: 'scam' })).toContainText('Disabled');
  await page.getByRole('button', { name: 'Delete scam' }).click();
  await page.getByRole('dialog', { name: 'Delete rule' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 rule', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete =cmd|calc' })).toBeFocused();
  expect(await world.sql('select pattern from public.content_rules')).toEqual([{ pattern: '=cmd|calc' }]);
});
