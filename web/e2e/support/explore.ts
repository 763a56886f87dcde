/** Opens whatever a page has to open, and looks at it. */
import { expect, type Page, type Request, type Route } from '@playwright/test';

const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const OPENABLE =
  'button, [role="tab"], [role="menuitem"], [role="combobox"], [aria-haspopup]:not(a), summary, [role="radio"]';

/** What leads to another page: links, also in menus, and the entries of the notifications. */
const LEAVING = 'a, li > button:has(time)';

/** What reads by POST. */
const READING =
  /\/rpc\/(?:list_|count_|get_|read_|admin_stats|audit_actions|conversation_|email_settings|has_password|latest_|mail_queue|news_|search_|unread_|test_content|quotes_|compare_)/;

const isWrite = (route: Route): boolean => {
  const request = route.request();
  return !['GET', 'HEAD', 'OPTIONS'].includes(request.method()) && !READING.test(request.url());
};

/** Lets everything be read and nothing be written: each write is refused with this text. */
export async function refuseWrites(page: Page, message: string): Promise<void> {
  for (const pattern of ['**/rest/v1/**', '**/storage/v1/**', '**/auth/v1/logout*', '**/auth/v1/user*', '**/api/**'])
    await page.route(pattern, (route) =>
      isWrite(route) ? route.fulfill({ status: 400, json: { code: 'PT400', message } }) : route.fallback(),
    );
}

/** How many frames in which nothing changes make a page quiet. */
const QUIET = 8;
const QUIET_AFTER_ARRIVAL = 20;

/** In the page: resolves when nothing in the document has changed for so many frames, or at the latest after ten times as many. */
function drawn(quiet: number): Promise<void> {
  return new Promise((resolve) => {
    let frames = 0;
    let still = 0;
    const observer = new MutationObserver(() => {
      still = 0;
    });
    const next = () => {
      frames += 1;
      still += 1;
      if (still <= quiet && frames < 10 * quiet) return void requestAnimationFrame(next);
      observer.disconnect();
      resolve();
    };
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    requestAnimationFrame(next);
  });
}

/** How to wait until a page waits for nothing but `unanswered` addresses, and has drawn what came. */
export function watchRest(page: Page, unanswered?: RegExp): (quiet?: number) => Promise<void> {
  const open = new Set<unknown>();
  const isAwaited = (request: Request) => request.resourceType() !== 'image' && !unanswered?.test(request.url());
  page.on('request', (request) => void (isAwaited(request) && open.add(request)));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && open.clear()));
  return async (quiet = QUIET) => {
    // What never ends, such as a line to the server that stays open, is not waited for.
    for (let tries = 0; tries < 20; tries += 1) {
      await page.evaluate(drawn, quiet);
      if (open.size === 0) return;
    }
  };
}

const UNFINISHED = '.loading-screen, .still, #content :is([aria-busy="true"], [data-stand-in], .mantine-Skeleton-root)';

/**
 * Waits until the page of an address is drawn. At rest for a moment is also one whose code or data came and is not drawn yet: it
 * shows the loading screen, which has a heading of its own, or what keeps the place of the data.
 */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.locator(UNFINISHED)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

/** What is read from the address when the product is opened, and is another page when it is come to by a link. */
const LANDINGS = /^\/(?:auth\/|verify-email|reset-password|unsubscribe)/;

/**
 * Comes to an address of the product: where it is open, as a link on the page does, without loading everything again. Wait for
 * rest afterwards.
 */
export async function comeTo(page: Page, address: string): Promise<void> {
  if (!page.url().startsWith('http') || LANDINGS.test(address)) return void (await page.goto(address));
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Marks what can be opened now, and answers its names in pseudo-language, '' where it has none; where a dialog or menu is open, only what stands in it. */
async function findOpenable(page: Page): Promise<string[]> {
  return page.evaluate(
    ([openable, overlays, leaving]) => {
      const root = [...document.querySelectorAll(overlays)].findLast((each) => each.checkVisibility()) ?? document.body;
      const names: string[] = [];
      for (const marked of document.querySelectorAll('[data-openable]')) marked.removeAttribute('data-openable');
      for (const [index, element] of root.querySelectorAll(openable).entries()) {
        const isOff = element.matches(`:disabled, [aria-disabled="true"], [data-disabled], ${leaving}`);
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
        const text = element.getAttribute('aria-label') || label || element.getAttribute('placeholder');
        const popup = element.getAttribute('aria-haspopup') === 'menu' ? 'menu' : null;
        const role = popup ?? element.getAttribute('role') ?? element.tagName.toLowerCase();
        element.setAttribute('data-openable', String(index));
        // What people wrote and numbers do not make another thing of it: its name is what is translated.
        const words = (text ?? '').match(/\p{L}{2,}/gu) ?? [];
        const translated = words.filter((word) => !/[a-zA-Z\p{Script=Cyrillic}]/u.test(word));
        const isThere = translated.length > 0 && !isOff && element.checkVisibility();
        names.push(isThere ? `${role} ${translated.join(' ').slice(0, 60)}` : '');
      }
      return names;
    },
    [OPENABLE, OVERLAYS, LEAVING] as const,
  );
}

const hasOverlay = (page: Page): Promise<boolean> =>
  page.evaluate(
    (overlays) => [...document.querySelectorAll(overlays)].some((each) => each.checkVisibility()),
    OVERLAYS,
  );

/** Clicks what was marked with this number; whether it was there. */
const open = (page: Page, index: number): Promise<boolean> =>
  page.evaluate((number) => {
    const element = document.querySelector(`[data-openable="${number}"]`);
    if (!(element instanceof HTMLElement)) return false;
    element.focus();
    element.click();
    return true;
  }, index);

async function closeAll(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 3 && (await hasOverlay(page)); tries += 1) {
    await page.keyboard.press('Escape');
    await page.evaluate(drawn, QUIET);
  }
  return !(await hasOverlay(page));
}

type Tour = {
  page: Page;
  rest: ReturnType<typeof watchRest>;
  /** Called for every state, with the way that led to it. */
  look: (way: string) => Promise<void>;
  /** Names that were opened already, or that shall not be. */
  known: Set<string>;
};

const MAX_DEPTH = 3;

/**
 * Opens everything on the page at this address that can be opened, and everything in what has opened; each name once.
 * A dialog that the page before left open goes away when the address is opened again.
 */
export async function explore({ page, rest, look, known }: Tour, address: string): Promise<void> {
  const arrive = async () => {
    await page.goto(address);
    await rest(QUIET_AFTER_ARRIVAL);
  };
  await comeTo(page, address);
  await rest(QUIET_AFTER_ARRIVAL);
  if (await hasOverlay(page)) await arrive();
  await look(address);
  const here = page.url();

  const isThere = async (name: string): Promise<boolean> => (await findOpenable(page)).includes(name);
  const openNamed = async (name: string): Promise<boolean> => {
    const isOpen = await open(page, (await findOpenable(page)).indexOf(name));
    if (isOpen) await rest();
    return isOpen;
  };
  const isHere = () => new URL(page.url()).pathname === new URL(here).pathname;
  /** Comes back to where this name is, by the way that led to it if need be; whether that was possible. */
  const goTo = async (name: string, way: readonly string[]): Promise<boolean> => {
    if (isHere() && (await isThere(name))) return true;
    if (isHere() && (await hasOverlay(page))) {
      await page.keyboard.press('Escape');
      await rest();
      if (await isThere(name)) return true;
    }
    if (!isHere() || !(await closeAll(page)) || !(await isThere(way[0] ?? name))) await arrive();
    for (const step of way) if (!(await openNamed(step))) return false;
    return isThere(name);
  };
  const walk = async (way: readonly string[], before: ReadonlySet<string>): Promise<void> => {
    const names = new Set(await findOpenable(page));
    for (const name of names) {
      if (name === '' || before.has(name) || known.has(name)) continue;
      known.add(name);
      if (!(await goTo(name, way)) || !(await openNamed(name))) continue;
      await look([address, ...way, name].join(' › '));
      if (way.length < MAX_DEPTH && isHere()) await walk([...way, name], new Set([...before, ...names]));
    }
  };
  await walk([], new Set());
}
