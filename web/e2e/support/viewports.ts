import { expect, type Page } from '@playwright/test';

/** The widths that the product is made for. */
export const VIEWPORTS = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
} as const;

/** The page fits its width: nothing has to be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, visible } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    visible: document.documentElement.clientWidth,
  }));
  expect(content, 'width of the content').toBeLessThanOrEqual(visible);
}
