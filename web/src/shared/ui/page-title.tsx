import { useEffect, type ReactNode } from 'react';
import { Text, Title } from '@mantine/core';
import { PRODUCT_NAME } from '@domain/product.ts';

/** Sets the title of the browser tab while the calling page is mounted. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}

type PageTitleProps = {
  title: string;
  children?: ReactNode;
  /** Title of the browser tab; default: `title`. */ tabTitle?: string;
};

/** The h1 of a page with an optional line below it; also sets the title of the browser tab. */
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
