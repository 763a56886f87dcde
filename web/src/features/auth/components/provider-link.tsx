import { Button, Divider } from '@mantine/core';
import '@mantine/core/styles/Divider.css';
import { IconBrandGoogle } from '@tabler/icons-react';
import { paths } from '@/shared/paths.ts';

type ProviderLinkProps = { /** Where the person goes afterwards, a path of this site. */ destination: string };

/** The link to the external identity provider: a full navigation (docs/decisions.md#identity-providers-are-found-by-their-absence). */
export function ProviderLink({ destination }: ProviderLinkProps) {
  const query = destination === paths.home ? '' : `?from=${encodeURIComponent(destination)}`;
  return (
    <>
      <Divider label="or" my="md" />
      <Button
        component="a"
        href={paths.authProvider + query}
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconBrandGoogle size={18} />}
      >
        Continue with Google
      </Button>
    </>
  );
}
