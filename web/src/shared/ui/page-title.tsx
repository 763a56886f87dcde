import { useEffect, type ReactNode } from 'react';
import { Text, Title } from '@mantine/core';
import { PRODUCT_NAME } from '@domain/product.ts';

/** Sets the title of the browser tab while the calling page is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}

type PageTitleProps = {
  title: string;
  children?: ReactNode;
  /** Text of the browser tab; default: `title`. */ tabTitle?: string;
};

/** The one h1 of a page with an optional line below it; also names the browser tab. */
export function PageTitle({ title, tabTitle = title, children }: PageTitleProps) {
  useDocumentTitle(tabTitle);
  return (
    <header>
      <Title order={1}>{title}</Title>
      {children && (
        <Text c="dimmed" mt={4}>
          {children}
        </Text>
      )}
    </header>
  );
}
