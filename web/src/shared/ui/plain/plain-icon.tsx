import classes from './plain-icon.module.css';

type Shape = readonly (readonly [tag: string, attributes: { readonly d?: string }])[];

type PlainIconProps = {
  /** The lines of a Tabler icon that consists of paths only. */
  shape: Shape;
  size: number;
  isFilled?: boolean;
  className?: string;
};

const pathOf = (shape: Shape): string => shape.map(([, { d }]) => d).join('');

/**
 * An icon of two elements, instead of a component with one element per line, for long lists. It looks the same.
 * Decorative: the surrounding element has the name.
 */
export function PlainIcon({ shape, size, isFilled = false, className = '' }: PlainIconProps) {
  return (
    <svg
      className={`${isFilled ? classes.filled : classes.icon} ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
    >
      <path d={pathOf(shape)} />
    </svg>
  );
}
