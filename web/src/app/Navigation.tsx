import { menu } from '@framelift/contracts/content/menu';
import { ChevronDown, Download, Menu, X } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useIsShown, useNamed, useSection } from '../lib/siteContent.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { disclosure } from '../ui/disclosures.ts';
import { useWayIn } from '../session/useWayIn.ts';
import { HoverMenu } from '../ui/HoverMenu.tsx';
import { Logo } from '../ui/Logo.tsx';
import styles from './Navigation.module.css';

interface Entry {
  to: string;
  label: string;
}
const entries = ['home', 'tweaks', 'pricing'] as const;
const more = ['about', 'affiliate', 'socials'] as const;

export function Navigation() {
  const to = useWayIn();
  const isShown = useIsShown();
  const texts = useSection('menu', menu);
  const shown = (of: readonly ((typeof entries)[number] | (typeof more)[number])[]): Entry[] =>
    of.map((name) => ({ to: paths[name], label: texts[name] })).filter(({ to: path }) => isShown(path));
  const hasFree = isShown(paths.free);
  const wayIn = { to, label: to === paths.login ? 'Log in' : 'Dashboard' };
  return (
    <header className={styles.bar}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={styles.inner}>
        <Link to={paths.home} className={styles.home} aria-label={useNamed('{name} home')}>
          <Logo />
        </Link>
        <nav className={styles.wide} aria-label="Main">
          {shown(entries).map(({ to, label }) => (
            <NavLink key={to} to={to} end className={styles.link}>
              {label}
            </NavLink>
          ))}
          <HoverMenu
            label={
              <>
                {texts.more}
                <ChevronDown className={styles.chevron} aria-hidden />
              </>
            }
            className={styles.link}
          >
            {shown(more).map(({ to, label }) => (
              <NavLink key={to} to={to} end className={styles.entry}>
                {label}
              </NavLink>
            ))}
          </HoverMenu>
        </nav>
        <Link to={to} className={`${styles.link} ${styles.wayIn}`}>
          {wayIn.label}
        </Link>
        {hasFree && (
          <ButtonLink to={paths.free} variant="primary" size="small" className={styles.download}>
            <Download aria-hidden />
            {texts.download}
          </ButtonLink>
        )}
        <PhoneMenu entries={[...shown(entries), ...shown(more), wayIn]} download={hasFree && texts.download} />
      </div>
    </header>
  );
}

/** The same entries behind a toggle. */
function PhoneMenu({ entries: all, download }: { entries: readonly Entry[]; download: string | false }) {
  return (
    <div className={styles.phone} {...disclosure.menu}>
      <button type="button" className={styles.toggle} aria-expanded="false" aria-label="Open menu" data-labels="Open menu|Close menu">
        <Menu className={styles.open} aria-hidden />
        <X className={styles.close} aria-hidden />
      </button>
      <nav className={styles.sheet} aria-label="Main">
        {all.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={styles.entry}>
            {label}
          </NavLink>
        ))}
        {download && (
          <ButtonLink to={paths.free} variant="primary">
            <Download aria-hidden />
            {download}
          </ButtonLink>
        )}
      </nav>
    </div>
  );
}
