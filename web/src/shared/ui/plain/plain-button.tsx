import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './plain-button.module.css';

export type PlainButtonProps = Omit<ComponentPropsWithRef<'button'>, 'type'> & {
  variant?: 'filled' | 'light' | 'subtle';
  size?: 'xs' | 'sm' | 'compact';
  /** Rendered before the text. */
  icon?: ReactNode;
  /** Rendered after the text. */
  end?: ReactNode;
};

/** A single-element button that looks like Mantine's, for long lists. */
export function PlainButton({
  variant = 'subtle',
  size = 'sm',
  icon,
  end,
  className = '',
  children,
  ...button
}: PlainButtonProps) {
  return (
    <button
      {...button}
      type="button"
      className={`${classes.button} ${className}`}
      data-variant={variant}
      data-size={size}
      data-icon={icon ? true : undefined}
      data-end={end ? true : undefined}
    >
      {icon}
      {children}
      {end}
    </button>
  );
}
