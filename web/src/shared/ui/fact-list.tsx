import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

export type Fact = {
  name: string;
  value: ReactNode;
  /** Takes a full row. */
  isWide?: boolean;
};

type FactListProps = {
  facts: readonly Fact[];
  /** Class of the layout. */
  className: string | undefined;
};

/** Names with values; facts without a value are left out. */
export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={`${classes.facts} ${className ?? ''}`}>
      {facts.map(({ name, value, isWide = false }) =>
        value ? (
          <div key={name} data-wide={isWide || undefined}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
