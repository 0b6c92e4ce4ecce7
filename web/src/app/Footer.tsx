import { menu } from '@framelift/contracts/content/menu';
import type { SiteContent } from '@framelift/contracts/site-sections';
import { Link } from 'react-router';
import { useExampleData } from '../site/exampleData.ts';
import { paths } from '../lib/paths.ts';
import { useBrand, useIsShown, useMainLabel, usePlaces, useSection } from '../lib/siteContent.ts';
import { Logo } from '../ui/Logo.tsx';
import styles from './Footer.module.css';

/** `main`: the label of the main product. */
const columnsOf = (texts: SiteContent['menu'], main: string) => [
  {
    title: texts.product,
    links: [
      { to: paths.free, label: texts.free },
      { to: paths.premium, label: main },
      { to: paths.fortnite, label: texts.fortnite },
    ],
  },
  {
    title: texts.company,
    links: [
      { to: paths.about, label: texts.about },
      { to: paths.affiliate, label: texts.affiliate },
      { to: paths.socials, label: texts.socials },
    ],
  },
  {
    title: texts.legal,
    links: [
      { to: `${paths.tos}#privacy`, label: texts.privacy },
      { to: `${paths.tos}#terms`, label: texts.terms },
      { to: `${paths.tos}#refunds`, label: texts.refund },
    ],
  },
];

export function Footer() {
  const { name, tagline, disclaimer, support } = useBrand();
  const outside = usePlaces();
  const example = useExampleData();
  const isShown = useIsShown();
  const texts = useSection('menu', menu);
  const shown = columnsOf(texts, useMainLabel(texts.premium))
    .map((column) => ({ ...column, links: column.links.filter(({ to }) => isShown(to)) }))
    .filter((column) => column.links.length > 0);
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <Logo />
          {tagline && <p>{tagline}</p>}
        </div>
        {shown.map(({ title, links: entries }) => (
          <nav key={entries[0]!.to} aria-label={title}>
            <h2 className={styles.heading}>{title}</h2>
            <ul className={styles.list}>
              {entries.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label={texts.community}>
          <h2 className={styles.heading}>{texts.community}</h2>
          <ul className={styles.list}>
            {outside.map(({ href, label }) => (
              <li key={label}>
                <a href={href} target="_blank" rel="noreferrer">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className={styles.small}>
        {support && (
          <p>
            Support: <a href={`mailto:${support}`}>{support}</a>
          </p>
        )}
        <p>© {disclaimer ? `${name}. ${disclaimer}` : name}</p>
        {example && <p>Example data: the numbers, people and downloads on this site come from a sandbox.</p>}
      </div>
    </footer>
  );
}
