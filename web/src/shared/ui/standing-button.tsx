import { useLayoutEffect, type Ref, type RefObject } from 'react';
import { assignRef } from '@mantine/hooks';

type StandingButtonProps = { button: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** Passes an existing button of the page to Mantine components that expect their target as a child. */
export function StandingButton({ button, ref }: StandingButtonProps) {
  useLayoutEffect(() => assignRef(ref, button.current), [ref, button]);
  return null;
}
