import { Suspense, use } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { PRODUCT_NAME, TAGLINE } from '@domain/product.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useBelow } from '@/shared/ui/use-below.ts';
import { PostSearchInputContext } from '@/shared/search/search-input.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import icon from '../icon.svg';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { HeaderSearch } from './header-search.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { isActiveEntry, navEntries } from './nav-entries.ts';
import classes from './app-header.module.css';

// Not needed by guests.
const AccountControls = lazyPart(async () => (await import('./account-controls.tsx')).AccountControls);

function HeaderAccount() {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const circle = <Skeleton circle height={36} m={4} aria-hidden />;
  // Placeholders for the bell and the avatar.
  const pending = (
    <>
      {circle}
      {circle}
    </>
  );
  if (current.status === 'loading') return pending;
  if (current.status === 'user') {
    return (
      <Suspense fallback={pending}>
        <AccountControls user={current.user} />
      </Suspense>
    );
  }
  return (
    <>
      <Button component={Link} to={paths.auth()} variant="subtle" color="gray">
        {t('Login')}
      </Button>
      <Button component={Link} to={paths.auth({ tab: 'register' })}>
        {t('Sign Up')}
      </Button>
    </>
  );
}

/** The sticky header: logo, navigation, search and account. */
export function AppHeader() {
  const { t } = useLanguage();
  const { pathname } = useLocation();
  const { status } = useCurrentUser();
  // The same breakpoint as in the style sheet, below which a menu replaces the navigation.
  const isNarrow = useBelow('sm');
  const postSearch = use(PostSearchInputContext);
  // A URL without a query string clears query and filters; the typed text is stored separately.
  const forgetInput = () => postSearch?.setInput('');
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link
          to={paths.home}
          className={classes.logo}
          onClick={forgetInput}
          aria-label={t('{product}, home', { product: PRODUCT_NAME })}
        >
          <img src={icon} alt="" width={34} height={34} />
          <span>
            <span className={classes.name}>{PRODUCT_NAME}</span>
            <span className={classes.tagline}>{t(TAGLINE)}</span>
          </span>
        </Link>
        <nav className={classes.nav} aria-label={t('Main')}>
          {navEntries.map(({ label, to }) => (
            <Link
              key={to}
              to={to}
              className={classes.navLink}
              aria-current={isActiveEntry(to, pathname) ? 'page' : undefined}
              onClick={to === paths.home ? forgetInput : undefined}
            >
              {t(label)}
            </Link>
          ))}
        </nav>
        <div className={classes.search}>
          <HeaderSearch />
        </div>
        <div className={classes.actions}>
          {/* For guests, their two buttons fill the bar on a phone; its menu has the language choice. */}
          {(!isNarrow || status !== 'guest') && <LanguageMenu />}
          <ColorSchemeSwitch />
          <HeaderAccount />
          {isNarrow && (
            <div>
              <MobileMenu onHome={forgetInput} />
            </div>
          )}
        </div>
      </div>
    </header>
  );
}
