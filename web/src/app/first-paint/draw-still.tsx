import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { currentUserQueryOptions } from '@/shared/session/use-current-user.ts';
import { App } from '../app.tsx';
import { firstPageLoaded, router } from '../routes.tsx';

/** Static Mantine and Tabler classes that no style sheet uses, unlike those of buttons, inputs and skeletons. */
const UNSTYLED = /^tabler-icon|^mantine-(?!Button|Input-input|Skeleton)[A-Z]/;

/** For the build (web/build/draw-stills.mjs): the markup of the page at `path` without data, for a guest or a user. */
export async function drawStill(path: string, isUser: boolean): Promise<string> {
  await firstPageLoaded;
  await router.navigate(path);
  const queryClient = createQueryClient();
  if (!isUser) queryClient.setQueryData(currentUserQueryOptions.queryKey, null);
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<App queryClient={queryClient} />));
  // Always below the fold.
  place.querySelector('footer')?.remove();
  for (const input of place.querySelectorAll('input')) {
    input.readOnly = true;
    for (const name of ['autocomplete', 'enterkeyhint', 'maxlength', 'name']) input.removeAttribute(name);
  }
  // These attributes and classes affect neither styles nor screen readers, and would repeat many times in index.html.
  for (const element of place.querySelectorAll('*'))
    for (const name of ['aria-expanded', 'aria-haspopup', 'data-order', 'data-testid', 'tabindex', 'xmlns'])
      element.removeAttribute(name);
  for (const element of place.querySelectorAll('[class]')) {
    element.classList.remove(...[...element.classList].filter((name) => UNSTYLED.test(name)));
    if (element.classList.length === 0) element.removeAttribute('class');
  }
  // Only the skip link refers to another element.
  for (const element of place.querySelectorAll('[id]:not(#content)')) element.removeAttribute('id');
  for (const link of place.querySelectorAll('a')) link.removeAttribute('data-discover');
  const html = place.innerHTML;
  root.unmount();
  return html;
}
