import type { StatementView } from '@framelift/contracts';
import { Download } from 'lucide-react';
import { errorText } from '../session/api/api.ts';
import { download } from '../ui/lists/download.ts';
import { formatCount, formatMoment, formatMoney } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import styles from './dashboard.module.css';
import { useStatementQuery } from './ledgerApi.ts';

/** The balance with the server's signature: whoever keeps it can prove later what it was, and that its history was not rewritten. */
export function SignedStatement() {
  const { data, error, isLoading, refetch } = useStatementQuery();
  return (
    <Card as="section" className={styles.tableCard}>
      <h2 className={styles.tableTitle}>Signed Statement</h2>
      {isLoading && <Loading text="Loading statement..." />}
      {!isLoading && !data && <Failed text={errorText(error, 'Failed to fetch the statement')} onRetry={refetch} />}
      {data && <Statement statement={data} />}
    </Card>
  );
}

function Statement({ statement }: { statement: StatementView }) {
  const { balance, at, head, signed } = statement;
  return (
    <div className={styles.statement}>
      <p className={styles.soft}>
        Your balance, signed together with the fingerprint of the whole history behind it. Keep the statement: anybody can check the
        signature with the public key, and nothing up to then can be changed, added or removed without showing.
      </p>
      <dl className={styles.signed}>
        <dt>Balance</dt>
        <dd>
          <strong>{formatMoney(balance)}</strong>
        </dd>
        <dt>Signed on</dt>
        <dd>{formatMoment(at)}</dd>
        <dt>Facts covered</dt>
        <dd>{formatCount(head.position)}</dd>
        <dt>Fingerprint</dt>
        <dd>
          <code>{head.hash}</code>
        </dd>
        <dt>Signature</dt>
        <dd>
          <code>{signed.signature}</code>
        </dd>
        <dt>Public key</dt>
        <dd>
          <code>{signed.publicKey}</code>
        </dd>
      </dl>
      <Button
        size="small"
        className={styles.start}
        onClick={() => download(`framelift-statement-${head.position}.json`, 'application/json', `${JSON.stringify(statement, null, 2)}\n`)}
      >
        <Download aria-hidden />
        Download Statement
      </Button>
    </div>
  );
}
