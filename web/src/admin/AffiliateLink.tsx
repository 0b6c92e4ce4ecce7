import { Link } from 'react-router';
import { adminPath } from '../lib/paths.ts';
import styles from './AffiliateLink.module.css';

/** The name of an affiliate, which leads to their page; cut where there is no room. */
export function AffiliateLink({ affiliate: { id, username } }: { affiliate: { id: string; username: string } }) {
  return (
    <Link className={styles.name} title={username} to={adminPath('affiliates', id)}>
      {username}
    </Link>
  );
}
