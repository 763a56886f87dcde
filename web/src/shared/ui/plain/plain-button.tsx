import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './plain-button.module.css';

export type PlainButtonProps = Omit<ComponentPropsWithRef<'button'>, 'type'> & {
  variant?: 'default' | 'light' | 'subtle';
  size?: 'xs' | 'sm' | 'compact';
  /** Stands before the text. */
  icon?: ReactNode;
  /** Stands after the text. */
  end?: ReactNode;
};

/** A button of one element with the look of the kit's, for what is drawn many times on a page. */
export function PlainButton({
  variant = 'default',
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
