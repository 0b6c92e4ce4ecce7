import type { AffiliateView, LedgerView } from '@framelift/contracts';
import { BadgeCheck, Download } from 'lucide-react';
import { download } from '../../lib/download.ts';
import { formatCount, formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import styles from './dashboard.module.css';
import { statementOf } from './statement.ts';

interface Props {
  affiliate: AffiliateView;
  ledger: Pick<LedgerView, 'balance' | 'signedHead'>;
}

/** The head of the log as it was signed last: whoever keeps it can prove later that the history behind a balance was not rewritten. */
export function SignedStatement({ affiliate, ledger: { balance, signedHead } }: Props) {
  return (
    <Card as="section" className={styles.tableCard}>
      <h2 className={styles.tableTitle}>Signed Statement</h2>
      {!signedHead && <Empty icon={<BadgeCheck />} text="Nothing is signed yet." hint="The history is signed once a day." />}
      {signedHead && (
        <div className={styles.statement}>
          <p className={styles.soft}>
            The whole history behind these numbers is signed once a day. Keep the statement: whoever has it can prove that nothing up to
            then was changed, added or removed later.
          </p>
          <dl className={styles.signed}>
            <dt>Signed on</dt>
            <dd>{formatDate(signedHead.signedAt)}</dd>
            <dt>Facts covered</dt>
            <dd>{formatCount(signedHead.position)}</dd>
            <dt>Fingerprint</dt>
            <dd>
              <code>{signedHead.hash}</code>
            </dd>
            <dt>Signature</dt>
            <dd>
              <code>{signedHead.signature}</code>
            </dd>
          </dl>
          <Button
            size="small"
            className={styles.start}
            onClick={() => {
              const statement = statementOf(affiliate, balance, signedHead, new Date().toISOString());
              download(`framelift-statement-${signedHead.position}.json`, 'application/json', `${JSON.stringify(statement, null, 2)}\n`);
            }}
          >
            <Download aria-hidden />
            Download Statement
          </Button>
        </div>
      )}
    </Card>
  );
}
