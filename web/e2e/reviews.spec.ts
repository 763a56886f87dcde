import type { Locator, Page } from '@playwright/test';
import type { Person } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';
import { loseAnswers, refuse } from './support/requests.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const reviewDialog = (page: Page): Locator => page.getByRole('dialog', { name: /review/i });
const stars = (page: Page, name: string): Locator => reviewDialog(page).getByRole('radio', { name, exact: true });
const review = (page: Page, by: string): Locator => page.getByRole('article', { name: new RegExp(`by ${by}$`) });

async function writeReview(reviewer: Person, reviewed: Person, rating: number, comment: string): Promise<number> {
  const { data, error } = await reviewer.client.rpc('submit_review', {
    reviewed_user_id: reviewed.id,
    rating,
    comment,
  });
  if (error) throw new Error(`${reviewer.username} could not review: ${error.message}`, { cause: error });
  return data;
}

test('bob reviews anna with the keyboard, keeps his text when it is refused, and she is notified [A15,A375]', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna', { companyName: 'Berg AB', bio: 'Buys nuts' });
  await world.createPost(anna, { title: 'Rice' });
  await loginAs(page, world, 'bob');

  await test.step('her page is reached from her name', async () => {
    await page.goto('/');
    await card(page, 'Rice').getByRole('link', { name: 'anna' }).click();
    await expect(page).toHaveURL(`/users/${anna.id}`);
    await page.getByRole('tab', { name: 'Reviews (0)' }).click();
    await expect(page.getByRole('heading', { name: 'No reviews yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Write a review' }).click();
  });

  await test.step('he is told what is missing, and rates with the keyboard', async () => {
    await reviewDialog(page).getByRole('button', { name: 'Submit review' }).click();
    await expect(reviewDialog(page)).toContainText('Rating must be at least 1');
    await expect(reviewDialog(page)).toContainText('Comment is required');
    await stars(page, '1 star').focus();
    for (const name of ['2 stars', '3 stars', '4 stars', '5 stars', '1 star', '2 stars', '3 stars']) {
      await page.keyboard.press('ArrowRight');
      await expect(stars(page, name)).toBeChecked();
    }
    await page.keyboard.press('ArrowRight');
    await reviewDialog(page).getByLabel('Comment').fill('Pays on time');
    await expect(reviewDialog(page)).toContainText('12/1000');
    await expectAccessible(page);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(VIEWPORTS.desktop);
  });

  await test.step('what was typed stays when it is refused', async () => {
    await refuse(page, '**/rest/v1/rpc/submit_review*', 'Too many requests. Please try again in 5 minutes.', 429);
    await reviewDialog(page).getByRole('button', { name: 'Submit review' }).click();
    await expectToast(
      page,
      'Error submitting review',
      'Too many requests. Please try again in 5 minutes.',
      'destructive',
    );
    await expect(reviewDialog(page).getByLabel('Comment')).toHaveValue('Pays on time');
    await page.unroute('**/rest/v1/rpc/submit_review*');
  });

  await test.step('every number beside the name follows without a reload', async () => {
    await reviewDialog(page).getByRole('button', { name: 'Submit review' }).click();
    await expectToast(page, 'Review submitted', 'Thank you for your review');
    await expect(reviewDialog(page)).toBeHidden();
    await expect(page.getByText('4.0 out of 5 · 1 review')).toBeVisible();
    await page.getByRole('tab', { name: 'Reviews (1)' }).click();
    await expect(review(page, 'bob')).toContainText('Pays on time');
    await expect(review(page, 'bob')).not.toContainText('Exchanged a quote');
    await expect(page.getByRole('button', { name: 'Edit your review' })).toBeVisible();
  });

  await test.step('a failed list is tried again', async () => {
    await refuse(page, '**/rest/v1/reviews?*', 'Out of order', 500);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load reviews');
    await page.unroute('**/rest/v1/reviews?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(review(page, 'bob')).toContainText('Pays on time');
  });

  await test.step('she hears of it', async () => {
    await loginAs(page, world, anna);
    await page.goto('/');
    await page.getByRole('button', { name: /notifications/i }).click();
    await expect(page.getByText('bob left you a 4-star review')).toBeVisible();
  });
});

test('a quote leads to a review of the other party, which says that the two exchanged a quote or dealt [A627]', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const bob = await world.person('bob');
  const quote = await createQuote(bob, (await world.createPost(anna, { title: 'Rice' })).id);
  await loginAs(page, world, bob);
  await page.goto(`/my-quotes?quote=${quote}`);
  const drawer = page.getByRole('dialog', { name: 'Quote' });
  await drawer.getByRole('button', { name: 'Write a review' }).click();
  await expect(reviewDialog(page)).toContainText('Review anna');
  await stars(page, '5 stars').check({ force: true });
  await reviewDialog(page).getByLabel('Comment').fill('Clear request');
  await reviewDialog(page).getByRole('button', { name: 'Submit review' }).click();
  await expectToast(page, 'Review submitted');
  await drawer.getByRole('link', { name: 'anna' }).click();
  await page.getByRole('tab', { name: 'Reviews (1)' }).click();
  await expect(review(page, 'bob')).toContainText('Exchanged a quote');
  await expect(page.getByText('Verified deal')).toHaveCount(0);
  await anna.client.rpc('accept_quote', { quote_id: quote, close_request: false, expected_version: 1 });
  await page.reload();
  await expect(review(page, 'bob')).toContainText('Verified deal');
  await expect(page.getByText('Exchanged a quote')).toHaveCount(0);

  await loginAs(page, world, anna);
  await page.goto(`/account?tab=quotes&side=received&quote=${quote}`);
  await drawer.getByRole('button', { name: 'Write a review' }).click();
  await expect(reviewDialog(page)).toContainText('Review bob');
});

test('/my-reviews lists received and written reviews; a bar narrows them, a reply is one [A48,A581]', async ({
  page,
  world,
}) => {
  const [anna, bob, carl] = [await world.person('anna'), await world.person('bob'), await world.person('carl')];
  await writeReview(bob, anna, 5, 'Excellent');
  await writeReview(carl, anna, 2, 'Slow');
  await loginAs(page, world, anna);
  await page.goto('/my-reviews');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My reviews');
  await expect(page.getByRole('tab', { name: 'Received (2)' })).toHaveAttribute('aria-selected', 'true');
  const summary = page.getByRole('region', { name: 'Rating' });
  await expect(summary).toContainText('3.5');
  await expect(summary).toContainText('2 reviews');
  await summary.getByRole('button', { name: '2 stars: 1 review' }).click();
  await expect(page).toHaveURL('/my-reviews?rating=2');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(review(page, 'carl')).toContainText('Slow');
  await summary.getByRole('button', { name: '2 stars: 1 review' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);

  await review(page, 'bob').getByRole('button', { name: 'Reply' }).click();
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused();
  await page.keyboard.type('Thank you, bob');
  await expectAccessible(page);
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft_reply')));
  await expect.poll(drafts).toHaveLength(1);
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expectToast(page, 'Reply posted');
  await expect.poll(drafts).toEqual([]);
  await expect(review(page, 'bob')).toContainText('Reply from anna');
  await expect(review(page, 'bob').getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);
  await review(page, 'bob').getByRole('button', { name: 'Delete reply' }).click();
  await page.getByRole('dialog', { name: 'Delete reply' }).getByRole('button', { name: 'Delete' }).click();
  await expect(review(page, 'bob')).not.toContainText('Reply from anna');

  await page.getByRole('tab', { name: 'Written (0)' }).click();
  await expect(page.getByText('You have not written any reviews yet')).toBeVisible();
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await page.goto('/my-reviews');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expectNoSidewaysScroll(page);
  }
});

test('an own review is edited and deleted for 30 days, and says when it was hidden', async ({ page, world }) => {
  const [anna, bob, carl, dora] = [
    await world.person('anna'),
    await world.person('bob'),
    await world.person('carl'),
    await world.person('dora'),
  ];
  const replied = await writeReview(bob, anna, 5, 'Excellent');
  await anna.client.rpc('reply_to_review', { review_id: replied, reply: 'Every word is true' });
  const old = await writeReview(bob, carl, 3, 'Long ago');
  await world.age('reviews', old, 31);
  const hidden = await writeReview(bob, dora, 1, 'Rude words');
  await (await world.person('adam')).client.rpc('hide_review', { review_id: hidden, reason: 'Insult' });
  await loginAs(page, world, bob);
  await page.goto('/my-reviews?tab=written');
  await expect(page.getByRole('tab', { name: 'Written (3)' })).toBeVisible();
  const of = (name: string) => page.getByRole('article', { name: `Review of ${name} by bob` });
  for (const name of ['carl', 'dora'])
    await expect(of(name).getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0);
  await expect(of('dora')).toContainText('This review is hidden');
  await expect(of('dora')).toContainText('Insult');

  await expect(of('anna')).toContainText('Reply from anna');
  await of('anna').getByRole('button', { name: 'Edit' }).click();
  await expect(stars(page, '5 stars')).toBeChecked();
  await reviewDialog(page).getByLabel('Comment').fill('Good, not excellent');
  await page.keyboard.press('Escape');
  await of('anna').getByRole('button', { name: 'Edit' }).click();
  await expect(reviewDialog(page).getByLabel('Comment')).toHaveValue('Good, not excellent');
  await stars(page, '4 stars').check({ force: true });
  await reviewDialog(page).getByRole('button', { name: 'Submit review' }).click();
  await expectToast(page, 'Review updated', 'Your review has been updated');
  await expect(of('anna')).toContainText('edited');
  // What anna replied to was another review.
  await expect(of('anna')).not.toContainText('Reply from anna');
  await of('anna').getByRole('button', { name: 'Delete' }).click();
  // The repeat finds nothing to delete.
  await loseAnswers(page, '**/rpc/delete_review', 1);
  await page.getByRole('dialog', { name: 'Delete review' }).getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Review deleted', 'Your review has been deleted');
  await expect(page.getByRole('tab', { name: 'Written (2)' })).toBeVisible();
});

test('the page of a user shows a guest the public part and asks for login for the rest', async ({ page, world }) => {
  const anna = await world.person('anna', {
    email: 'secret@example.com',
    phoneNumber: '+84 24 999 777',
    address: '7 Hidden Lane',
    taxCode: 'TAX-4711',
    companyName: 'Berg AB',
    bio: 'Buys nuts',
    country: 'se',
  });
  await world.createPost(anna, { title: 'Rice' });
  const hidden = await world.createPost(anna, { title: 'Secret plans' });
  await anna.client.rpc('hide_post', { post_id: hidden.id });
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/rest/v1/')) answers.push(await response.text().catch(() => ''));
  });
  await page.goto(`/users/${anna.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('anna');
  for (const text of [
    'Berg AB',
    'Sweden',
    'Buys nuts',
    'Member since',
    'New member',
    'Please log in to see the rating of user',
  ]) {
    await expect(page.getByRole('complementary')).toContainText(text);
  }
  await expect(page.getByRole('tab', { name: 'Posts (1)' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, 'Rice')).toBeVisible();
  await expectAccessible(page);
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
  }
  for (const secret of ['secret@example.com', '+84 24 999 777', '7 Hidden Lane', 'TAX-4711', 'Secret plans']) {
    expect(answers.join('\n')).not.toContain(secret);
  }
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(page.getByRole('heading', { name: 'Reviews are for members' })).toBeVisible();
  await page.getByRole('button', { name: 'Write a review' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  for (const id of ['999999', 'abc', '0']) {
    await page.goto(`/users/${id}`);
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
  }
});
