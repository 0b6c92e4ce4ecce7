import { Link } from 'react-router';
import { useExampleData } from '../site/exampleData.ts';
import { paths } from '../lib/paths.ts';
import { useBrand, useIsShown, useMainLabel, usePlaces } from '../lib/siteContent.ts';
import { Logo } from '../ui/Logo.tsx';
import styles from './Footer.module.css';

const columns = [
  {
    title: 'Product',
    links: [
      { to: paths.free, label: 'Free Utility' },
      { to: paths.fortnite, label: 'Fortnite Optimizer' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: paths.about, label: 'About Us' },
      { to: paths.affiliate, label: 'Affiliate Program' },
      { to: paths.socials, label: 'Socials' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: `${paths.tos}#privacy`, label: 'Privacy Policy' },
      { to: `${paths.tos}#terms`, label: 'Terms of Service' },
      { to: `${paths.tos}#refunds`, label: 'Refund Policy' },
    ],
  },
];

/** The main product after the free utility. */
const withMain = (label: string) =>
  columns.map((column, n) =>
    n === 0 ? { ...column, links: [column.links[0]!, { to: paths.premium, label }, ...column.links.slice(1)] } : column,
  );

export function Footer() {
  const { name, tagline, disclaimer, support } = useBrand();
  const outside = usePlaces();
  const example = useExampleData();
  const isShown = useIsShown();
  const shown = withMain(useMainLabel())
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
          <nav key={title} aria-label={title}>
            <h2 className={styles.heading}>{title}</h2>
            <ul className={styles.list}>
              {entries.map(({ to, label }) => (
                <li key={label}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label="Community">
          <h2 className={styles.heading}>Community</h2>
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
