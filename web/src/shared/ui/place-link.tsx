import type { MouseEvent } from 'react';
import { Link, useLocation, type LinkProps } from 'react-router-dom';

type PlaceLinkProps = Omit<LinkProps, 'to' | 'onClick'> & {
  /** The id of the element, which takes the focus (`tabIndex={-1}`). */
  place: string;
};

/**
 * A link to a place on the same page. The router goes there: where the browser does, Firefox and Safari have scrolled before the router
 * hears of it, so that who comes back is not where the link was. As after a link of the browser's, the keyboard goes on from the place.
 */
export function PlaceLink({ place, ...props }: PlaceLinkProps) {
  const { search } = useLocation();
  const takeFocus = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const opensElsewhere = ctrlKey || metaKey || shiftKey;
    if (!opensElsewhere) document.getElementById(place)?.focus({ preventScroll: true });
  };
  return <Link {...props} to={{ search, hash: place }} onClick={takeFocus} />;
}
