import { Typography } from '@mantine/core';
import '@mantine/core/styles/Typography.css';
import type { ReactNode } from 'react';

/**
 * A table of the document. Its rows and the code in them are plain elements, since the page has thousands of them:
 * as components of Mantine they take a phone for seconds.
 */
export function SpecTable({ columns, children }: { columns: readonly string[]; children: ReactNode }) {
  return (
    <Typography style={{ overflowX: 'auto' }}>
      <table style={{ minWidth: 320 }}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Typography>
  );
}
