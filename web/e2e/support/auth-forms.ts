import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../../../supabase/tests/support/world.ts';

/** What a person enters to register. */
export type Registration = { username: string; email: string; password: string; confirm?: string; terms?: boolean };

/** Somebody who has no account yet. */
export const CARLA = { username: 'carla', email: 'carla@example.com', password: 'Abcdef1!' } satisfies Registration;

export const registerForm = (page: Page): Locator => page.getByRole('form', { name: 'Register' });

/** Fills in the login form, by username or address. */
export async function fillLogin(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

/** Signs in by the form that is shown. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await fillLogin(page, username, password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Fills in the form for registration. */
export async function fillRegistration(
  page: Page,
  { username, email, password, confirm = password, terms = true }: Registration,
): Promise<void> {
  const form = registerForm(page);
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Confirm Password').fill(confirm);
  await form.getByRole('checkbox').setChecked(terms);
}

/** Registers by the form that is shown. */
export async function register(page: Page, registration: Registration = CARLA): Promise<void> {
  await fillRegistration(page, registration);
  await registerForm(page).getByRole('button', { name: 'Create account' }).click();
}
