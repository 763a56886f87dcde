import { expect, type Locator } from '@playwright/test';

/** The field is marked as wrong, and this text stands at it (others, such as hints, may stand there too). */
export async function expectFieldError(field: Locator, text: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const literal = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  await expect(field).toHaveAccessibleDescription(new RegExp(`(^| )${literal}( |$)`));
}
