import { Button, Divider } from '@mantine/core';
import '@mantine/core/styles/Divider.css';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';

type ProviderLinkProps = { /** Path on this site to return to afterwards. */ destination: string };

/** The link to the external identity provider: a full navigation (docs/decisions.md#identity-providers-are-found-by-their-absence). */
export function ProviderLink({ destination }: ProviderLinkProps) {
  const { t } = useLanguage();
  const query = destination === paths.home ? '' : `?from=${encodeURIComponent(destination)}`;
  return (
    <>
      <Divider label={t('or')} my="md" />
      <Button
        component="a"
        href={paths.authProvider + query}
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconBrandGoogle size={18} />}
      >
        {t('Continue with Google')}
      </Button>
    </>
  );
}
