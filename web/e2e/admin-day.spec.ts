import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectToast } from './support/toast.ts';

test.use({ sparesData: false });

test('an admin hides a reported post, answers the report and tells everybody, all of it audited [A20]', async ({
  page,
  world,
}) => {
  const bob = await world.person('bob');
  const anna = await world.person('anna');
  await world.sql(
    `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'replica', 'flag', array['post_title'])`,
  );
  const post = await world.createPost(bob, { title: 'Replica watches, 500 pieces' });
  await world.sql(
    `insert into public.feedback (user_id, email, category, subject, message, page_path, user_agent) values
     ($1::bigint, 'anna@example.com', 'complaint', 'Counterfeits on sale', 'Somebody asks for replica watches.', '/', 'Firefox 150')`,
    [anna.id],
  );
  await loginAs(page, world, 'adam');
  const nav = page.getByRole('navigation', { name: 'Admin' });
  const feedback = page.getByRole('dialog', { name: 'Feedback' });

  await test.step('finds what was complained about flagged already, and marks it as reviewed', async () => {
    await page.goto('/admin/feedback');
    await page.getByRole('button', { name: 'Counterfeits on sale' }).click();
    await expect(feedback.getByText('Somebody asks for replica watches.')).toBeVisible();
    await page.keyboard.press('Escape');
    await nav.getByRole('link', { name: 'Content filter' }).click();
    const flagged = page.getByRole('region', { name: 'Flagged for review' });
    await expect(flagged.getByRole('row').nth(1)).toContainText('Replica watches, 500 pieces');
    await flagged.getByLabel('Select Word: replica of bob').check();
    await flagged.getByRole('button', { name: 'Mark as reviewed (1)' }).click();
    await expect(flagged.getByText('Nothing is waiting for review')).toBeVisible();
  });

  await test.step('hides the post with a reason and suspends its author', async () => {
    await page.goto(`/post/x-${post.id}`);
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Hide Post (Violation)' }).click();
    const hiding = page.getByRole('dialog', { name: 'Hide post' });
    await hiding.getByLabel('Reason (optional)').fill('Counterfeit goods');
    await hiding.getByRole('button', { name: 'Hide', exact: true }).click();
    await expectToast(page, 'Post hidden');
    await page.goto('/admin/users?q=bob');
    await page.getByRole('table', { name: 'Users' }).getByRole('button', { name: 'bob' }).click();
    await page.getByRole('dialog', { name: 'User' }).getByRole('button', { name: 'Suspend', exact: true }).click();
    const suspending = page.getByRole('dialog', { name: 'Suspend bob' });
    await suspending.getByRole('radio', { name: '7 days' }).check();
    await suspending.getByRole('textbox', { name: 'Reason' }).fill('Counterfeits');
    await suspending.getByRole('button', { name: 'Suspend' }).click();
    await expectToast(page, 'User suspended');
  });

  await test.step('answers the complaint and tells everybody', async () => {
    await page.goto('/admin/feedback');
    await page.getByRole('button', { name: 'Counterfeits on sale' }).click();
    await feedback.getByText('Reply', { exact: true }).first().click();
    await feedback.getByRole('textbox', { name: 'Reply' }).fill('Thank you. The request is gone.');
    await feedback.getByRole('button', { name: 'Send reply' }).click();
    await expectToast(page, 'Reply sent');
    // News is managed where it is read.
    await page.goto('/admin/news');
    await expect(page).toHaveURL('/news');
    await expect(page.getByRole('button', { name: 'Add news' })).toBeVisible();
    await page.goto('/admin/notifications');
    await page.getByRole('textbox', { name: 'Message' }).fill('Counterfeits are not welcome here');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog', { name: 'Send to 3 users?' }).getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Notification sent');
  });

  await test.step('all of it is on record', async () => {
    await nav.getByRole('link', { name: 'Audit log' }).click();
    const log = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    for (const [index, what] of [
      /Counterfeits are not welcome here|broadcast/i,
      /feedback/i,
      /suspend/i,
      /Counterfeit goods|hide/i,
      /review/i,
    ].entries()) {
      await expect(log.nth(index)).toContainText(what);
      await expect(log.nth(index)).toContainText('adam');
    }
  });

  await test.step('everybody was told', async () => {
    const { data: toAnna } = await anna.client.from('notifications').select('message');
    expect(toAnna?.map(({ message }) => message).join('\n')).toContain('Counterfeits are not welcome here');
    const { data: toBob } = await bob.client.from('notifications').select('message');
    expect(toBob?.map(({ message }) => message)).toContain(
      'Your post "Replica watches, 500 pieces" was hidden: Counterfeit goods',
    );
  });
});
