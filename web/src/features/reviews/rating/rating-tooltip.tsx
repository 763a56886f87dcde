import { Suspense, useId, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { paths } from '@/shared/paths.ts';

// Rarely opened.
const RatingTip = lazyPart(async () => (await import('./rating-tip.tsx')).RatingTip);

type RatingTooltipProps = { userId: number; /** The name of the user. */ children: ReactNode; className?: string };

/** A user's name, linked to their page. The rating shows, and loads, on hover, focus or touch. */
export function RatingTooltip({ userId, children, className }: RatingTooltipProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const want = () => setIsWanted(true);
  const open = () => {
    want();
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  return (
    <>
      <Link
        ref={link}
        to={paths.user(userId)}
        className={className}
        dir="auto"
        aria-describedby={isOpen ? textId : undefined}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && open()}
        onBlur={close}
        onTouchStart={want}
      >
        {children}
      </Link>
      {isWanted && (
        <Suspense>
          <RatingTip userId={userId} link={link} textId={textId} opened={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
