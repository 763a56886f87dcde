import { Suspense } from 'react';
import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { IconBrandFacebook, IconBrandLinkedin, IconBrandX, IconBrandYoutube } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { PRODUCT_NAME, TAGLINE } from '@domain/product.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { originOf } from '@/shared/session/sign-in-origin.ts';
import classes from './app-footer.module.css';

const LanguageLinks = lazyPart(async () => (await import('./language-links.tsx')).LanguageLinks);

const links = [
  { label: msg('Home'), to: paths.home },
  { label: msg('Terms'), to: paths.terms },
  { label: msg('Privacy'), to: paths.privacy },
  { label: msg('Feedback'), to: paths.feedback },
] as const;

const socials = [
  { label: 'Facebook', Icon: IconBrandFacebook },
  { label: 'X', Icon: IconBrandX },
  { label: 'LinkedIn', Icon: IconBrandLinkedin },
  { label: 'YouTube', Icon: IconBrandYoutube },
] as const;

/** The footer: four links, four social icons with placeholder links, and the copyright with the current year. */
export function AppFooter() {
  const { t } = useLanguage();
  const location = useLocation();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <nav className={classes.links} aria-label={t('Footer')}>
          {links.map(({ label, to }) => (
            // The feedback form must know the page from which it was opened.
            <Link key={to} to={to} state={to === paths.feedback ? originOf(location) : undefined}>
              {t(label)}
            </Link>
          ))}
        </nav>
        <Group gap={4} role="group" aria-label={t('Social media')} className={classes.socials}>
          {socials.map(({ label, Icon }) => (
            <ActionIcon
              key={label}
              component="a"
              href="#"
              size={44}
              variant="subtle"
              color="gray"
              aria-label={label}
              onClick={(event) => event.preventDefault()}
            >
              <Icon size={20} stroke={1.6} />
            </ActionIcon>
          ))}
        </Group>
        <div className={classes.foot}>
          <Text c="dimmed" size="xs">
            © {new Date().getFullYear()} {PRODUCT_NAME}. {t(TAGLINE)}.
          </Text>
          <Suspense fallback={<Box w={120} h={44} />}>
            <LanguageLinks />
          </Suspense>
        </div>
      </div>
    </footer>
  );
}
