import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test('[A740] a user chooses per kind what stands on the page and when its mail comes', async ({ page, world }) => {
  const anna = await loginAs(page, world, 'anna');
  const stored = () =>
    world.sql('select kind, is_on_page, mail from private.notification_preferences where user_id = $1 order by kind', [
      anna.id,
    ]);
  const onPage = (kind: string) => page.getByRole('switch', { name: `${kind} On the page` });
  const byMail = (kind: string) => page.getByRole('combobox', { name: `${kind} By mail` });

  await test.step('the choices are what happens today, on screens of all sizes', async () => {
    await page.goto('/profile');
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await expect(page).toHaveURL('/profile?tab=notifications');
    await expect(onPage('New review')).toBeChecked();
    await expect(byMail('New review')).toHaveValue('now');
    await expect(byMail('Quote shortlisted')).toHaveValue('off');
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });

  await test.step('a decision stays on the page, a broadcast comes at once or not at all', async () => {
    await expect(page.getByRole('row', { name: /^Quote accepted Always/ })).toBeVisible();
    await expect(onPage('Quote accepted')).toHaveCount(0);
    await expect(byMail('News from Marketplace Platform').getByRole('option')).toHaveText(['At once', 'Off']);
  });

  await test.step('each choice is stored at once', async () => {
    await byMail('New review').selectOption('Daily');
    await expect.poll(stored).toEqual([{ kind: 'review_received', is_on_page: true, mail: 'daily' }]);
    // The switch follows a moment after the click.
    await onPage('New question').click({ force: true });
    await expect(onPage('New question')).not.toBeChecked();
    await expect.poll(stored).toEqual([
      { kind: 'question_asked', is_on_page: false, mail: 'now' },
      { kind: 'review_received', is_on_page: true, mail: 'daily' },
    ]);
    await page.reload();
    await expect(byMail('New review')).toHaveValue('daily');
    await expect(onPage('New question')).not.toBeChecked();
  });

  await test.step('a choice that cannot be saved says so and is taken back', async () => {
    await page.route('**/api/notification-preferences', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await byMail('New review').selectOption('Off');
    await expect(page.getByText('Your choice was not saved')).toBeVisible();
    await expect(byMail('New review')).toHaveValue('daily');
  });
});

test.describe('in Vietnam', () => {
  // The name that Chromium has for the zone.
  test.use({ timezoneId: 'Asia/Saigon' });

  test('[A741] a user chooses the hour of the digest, in the time zone of the browser', async ({ page, world }) => {
    const anna = await loginAs(page, world, 'anna');
    const stored = async () =>
      (await world.sql('select digest_hour, time_zone from public.accounts where profile_id = $1', [anna.id]))[0];
    const hour = page.getByRole('combobox', { name: 'Time of daily and weekly mails' });

    await test.step('the first daily mail takes the zone', async () => {
      await page.goto('/profile?tab=notifications');
      await expect(hour).toHaveValue('7');
      await expect(
        page.getByText('In UTC, until you choose: then in the time zone of your browser, Asia/Ho Chi Minh'),
      ).toBeVisible();
      await page.getByRole('combobox', { name: 'New review By mail' }).selectOption('Daily');
      await expect(page.getByText('In Asia/Ho Chi Minh, the time zone of your browser when you chose')).toBeVisible();
      expect(await stored()).toEqual({ digest_hour: 7, time_zone: 'Asia/Ho_Chi_Minh' });
    });

    await test.step('the hour is stored at once', async () => {
      await hour.selectOption('08:00 PM');
      await expect.poll(stored).toEqual({ digest_hour: 20, time_zone: 'Asia/Ho_Chi_Minh' });
      for (const viewport of Object.values(VIEWPORTS)) {
        await page.setViewportSize(viewport);
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
    });

    await test.step('who is elsewhere now takes the zone from there', async () => {
      await world.sql(`update public.accounts set time_zone = 'Europe/Rome' where profile_id = $1`, [anna.id]);
      await page.reload();
      await expect(hour).toHaveValue('20');
      const take = page.getByRole('button', { name: 'Use Asia/Ho Chi Minh' });
      await take.click();
      await expect.poll(stored).toEqual({ digest_hour: 20, time_zone: 'Asia/Ho_Chi_Minh' });
      await expect(take).toHaveCount(0);
    });
  });
});
