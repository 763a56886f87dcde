import { earlyFocus } from './early-focus.ts';

/** An item of a list, or a group of actions that replace each other. */
const ROW = 'tr, li, article, [data-actions]';
const CONTROL = 'a[href], button, input, select, textarea';

/** Longer than a closing dialog takes to return the focus to its opener. */
const SETTLE_MS = 50;

/** A nearby row and the index of the focused control within its row. */
type Candidate = { row: Element; index: number };
/**
 * The last focus in a dialog, in the page or outside both, and the closest candidates to replace it, those of its own
 * list first.
 */
type Place = { scope: HTMLElement; element: HTMLElement; candidates: readonly Candidate[] };

const pageOf = () => document.getElementById('content');
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROL)];

function siblingsOf(row: Element): Element[] {
  const all = [...(row.parentElement?.children ?? [])];
  const at = all.indexOf(row);
  return [...all.slice(at + 1), ...all.slice(0, at).reverse()].filter((each) => each.matches(ROW));
}

function candidatesFor(element: HTMLElement): Candidate[] {
  const candidates: Candidate[] = [];
  for (let row = element.closest(ROW); row; row = row.parentElement?.closest(ROW) ?? null) {
    const index = Math.max(0, controlsOf(row).indexOf(element));
    candidates.push(...[row, ...siblingsOf(row)].map((each) => ({ row: each, index })));
  }
  return candidates;
}

/** Focuses an element and returns whether that worked; removed, hidden and disabled ones do not take the focus. */
function focus(element: HTMLElement | undefined): boolean {
  element?.focus();
  return element !== undefined && document.activeElement === element;
}

function focusNearest({ element, candidates }: Place): boolean {
  const inRow = ({ row, index }: Candidate) => {
    const controls = row.isConnected ? controlsOf(row) : [];
    return focus(controls[Math.min(index, controls.length - 1)]);
  };
  return focus(element) || candidates.some(inRow);
}

/**
 * Restores the keyboard focus when its element is removed. In a list it moves to the same control of the next row; for
 * an element outside the page, such as a bar or a dialog without an opener in the page, to the content of the page.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let page: HTMLElement | null = null;
  let isBesidePage = false;
  // The latest first, one per scope: the one below a dialog's is its opener.
  let places: readonly Place[] = [];
  let settling: ReturnType<typeof setTimeout> | undefined;

  const note = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = target;
    page = pageOf();
    // A chosen menu item is removed along with its menu.
    if (target.closest('[role="menu"], [role="listbox"]')) return;
    const dialog = target.closest<HTMLElement>('[role="dialog"]');
    isBesidePage = dialog !== null || !page?.contains(target);
    const scope = dialog ?? (page?.contains(target) ? page : document.body);
    const others = places.filter((place) => place.scope !== scope && place.scope.isConnected);
    places = [{ scope, element: target, candidates: scope === document.body ? [] : candidatesFor(target) }, ...others];
  };
  const handleFocusIn = ({ target }: FocusEvent) => note(target);
  // A click on no control drops the focus on purpose; a button that is disabled while its work is pending does not.
  const handleFocusOut = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.matches(':disabled')) return;
    setTimeout(() => {
      if (target === last && target.isConnected && document.activeElement === document.body) last = null;
    });
  };

  const isLost = () => last !== null && !last.isConnected && document.activeElement === document.body;
  const restore = () => {
    if (!isLost()) return;
    last = null;
    // Another page starts at its top.
    if (!page?.isConnected) return;
    for (const place of places) {
      if (!place.scope.isConnected) continue;
      if (focusNearest(place)) return;
      if (place.scope !== page && place.scope !== document.body && focus(place.scope)) return;
    }
    if (isBesidePage) page.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(settling);
    settling = setTimeout(restore, SETTLE_MS);
  });

  // A dialog can have taken the focus from the page before this code was loaded.
  note(earlyFocus());
  note(document.activeElement);
  document.addEventListener('focusin', handleFocusIn);
  document.addEventListener('focusout', handleFocusOut);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', handleFocusIn);
    document.removeEventListener('focusout', handleFocusOut);
    observer.disconnect();
    clearTimeout(settling);
  };
}
