/** Everything on a page that a person reads or hears. */
import type { Page } from '@playwright/test';

/** What stands where: the text, and the element with the attribute that holds it. */
export type ShownText = { text: string; where: string };

/** Texts, labels, titles, placeholders and values of the page as it is now; without what `except` (a selector) holds. */
export async function shownTexts(page: Page, except = ':not(*)'): Promise<ShownText[]> {
  return page.evaluate((excepted) => {
    const spoken = ['label', 'description', 'valuetext', 'roledescription'].map((name) => `aria-${name}`);
    const attributes = ['placeholder', 'title', 'alt', ...spoken];
    // A page that is English as a whole has an English title.
    const found = excepted === 'main' ? [] : [{ text: document.title, where: 'title' }];
    const add = (text: string | null, element: Element, attribute = '') => {
      if (!text || !/[a-z]{2}/i.test(text)) return;
      const path = [element.parentElement, element].map((each) => each?.tagName.toLowerCase()).join(' > ');
      found.push({ text: text.trim(), where: path + attribute });
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(`script, style, noscript, template, [hidden], ${excepted}`)) continue;
      if (!element.checkVisibility()) continue;
      if (element.matches('textarea[aria-hidden="true"]')) continue;
      for (const name of attributes) add(element.getAttribute(name), element, `[${name}]`);
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        if (!['password', 'checkbox', 'radio', 'hidden', 'file'].includes(element.type))
          add(element.value, element, '[value]');
      }
      for (const node of element.childNodes) if (node instanceof Text) add(node.data, element);
    }
    return found;
  }, except);
}
