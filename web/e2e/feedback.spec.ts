import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { imageFile, textFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const CALL = '**/api/feedback';
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send feedback' });

async function fill(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Suggestion' }).click();
  await field(page, 'Subject').fill('Dark maps');
  await field(page, 'Message').fill('Show the ports on a map, please.');
}

test('a guest sends feedback with images and is told its number [A44,A583]', async ({ page, world }) => {
  await page.goto('/terms');
  await page.getByRole('link', { name: 'Feedback', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible();
  await send(page).click();
  await expectFieldError(page.getByRole('combobox', { name: 'Category' }), 'Please select a category');
  await expectFieldError(field(page, 'Subject'), 'Subject is required');
  await expectFieldError(field(page, 'Message'), 'Message is required');
  await expectFieldError(field(page, 'Email'), 'Email is required');
  await expectAccessible(page);
  await fill(page);
  await field(page, 'Subject').fill('ab');
  await field(page, 'Message').fill('too short');
  await field(page, 'Email').fill('visitor');
  await send(page).click();
  await expectFieldError(field(page, 'Subject'), 'Subject must be at least 3 characters');
  await expectFieldError(field(page, 'Message'), 'Message must be at least 10 characters');
  await expectFieldError(field(page, 'Email'), 'Invalid email address');
  await expect(page.getByText('9/2000')).toBeVisible();
  await field(page, 'Subject').fill('Dark maps');
  await field(page, 'Message').fill('Show the ports on a map, please.');
  await field(page, 'Email').fill('visitor@example.com');
  await page
    .locator('input[type=file]')
    .setInputFiles([await imageFile('port.png'), textFile('evil.png', 'image/png')]);
  await expect(page.getByText('evil.png is not an image file')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles([await imageFile('quay.png')]);
  await page.getByRole('button', { name: 'Remove port.png' }).click();
  for (const size of Object.values(VIEWPORTS)) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your feedback' })).toBeFocused();
  const [row] = await world.sql<{ id: number }>(
    `select id::int, email, category, subject, user_id, page_path, user_agent like 'Mozilla%' as has_agent, status, cardinality(images) as images from public.feedback`,
  );
  expect(row).toEqual({
    id: row?.id,
    email: 'visitor@example.com',
    category: 'suggestion',
    subject: 'Dark maps',
    user_id: null,
    page_path: '/terms',
    has_agent: true,
    status: 'new',
    images: 1,
  });
  await expect(page.getByText(`FB-${String(row?.id).padStart(6, '0')}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send another' }).click();
  await expect(field(page, 'Subject')).toHaveValue('');
});

test('a user sends it from the own address, and nothing that was typed gets lost [A17,A583]', async ({
  page,
  world,
}) => {
  const anna = await loginAs(page, world, 'anna');
  await page.goto('/feedback');
  await expect(field(page, 'Email')).toHaveValue('anna@example.com');
  await expect(field(page, 'Email')).toHaveAttribute('readonly');
  await fill(page);
  await expect
    .poll(() => page.evaluate((id) => localStorage.getItem(`draft_feedback_${id}_new`), anna.id))
    .toContain('on a map, please.');
  await page.reload();
  await expect(field(page, 'Message')).toHaveValue('Show the ports on a map, please.');

  const text = 'Too many requests. Please try again in 60 minutes.';
  await page.route(CALL, (route) => route.fulfill({ status: 429, json: { message: text } }));
  await send(page).click();
  await expect(page.getByRole('alert')).toHaveText(text);
  await page.unroute(CALL);
  let calls = 0;
  await page.route(CALL, async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    // The server stores it, the answer gets lost.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await send(page).click();
  await expect(page.getByText('Thank you for your feedback')).toBeVisible();
  expect(await world.sql('select user_id::int, email from public.feedback')).toEqual([
    { user_id: anna.id, email: 'anna@example.com' },
  ]);
  await page.reload();
  await expect(field(page, 'Message')).toHaveValue('');
});
