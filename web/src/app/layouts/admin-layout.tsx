import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutSidebar } from '@tabler/icons-react';
import { NavLink, Outlet } from 'react-router-dom';
import { NewFeedbackCount } from '@/features/feedback/inbox/new-feedback-count.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useLayer } from '@/shared/ui/dialog/use-layer.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { adminNavEntries } from './admin-nav-entries.ts';
import classes from './admin-layout.module.css';

function AdminNav({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useLanguage();
  return (
    <nav aria-label={t('Admin', {}, 'area')} className={classes.nav}>
      {adminNavEntries.map(({ label, to }) => (
        <NavLink key={to} to={to} className={classes.link} onClick={onNavigate}>
          {t(label)}
          {to === paths.adminFeedback && <NewFeedbackCount />}
        </NavLink>
      ))}
    </nav>
  );
}

/** Layout of the admin area: the page with a navigation at its side, under 768 px in a drawer. */
export function AdminLayout() {
  const { t } = useLanguage();
  const [isOpen, drawer] = useDisclosure(false);
  const handleClose = useLayer(isOpen, drawer.close);
  return (
    <div className={classes.area}>
      <NoIndex />
      <aside className={classes.side}>
        <AdminNav />
      </aside>
      <Button
        className={classes.menuButton}
        variant="default"
        leftSection={<IconLayoutSidebar size={18} aria-hidden />}
        onClick={drawer.open}
      >
        {t('Admin menu')}
      </Button>
      <Drawer opened={isOpen} onClose={handleClose} title={t('Admin', {}, 'area')} size="xs">
        <AdminNav onNavigate={drawer.close} />
      </Drawer>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
