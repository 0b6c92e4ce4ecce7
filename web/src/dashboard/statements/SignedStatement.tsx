import type { StatementView } from '@framelift/contracts';
import { Download } from 'lucide-react';
import { errorText } from '../../session/api/api.ts';
import { download } from '../../ui/lists/download.ts';
import { formatCount, formatMoment, formatMoney } from '../../lib/format.ts';
import { useFileName } from '../../lib/siteContent.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import styles from './statements.module.css';
import { useStatementQuery } from '../ledgerApi.ts';

/** The balance with the server's signature: proof of the balance, and that its history was not rewritten. */
export function SignedStatement() {
  const { data, error, isLoading, refetch } = useStatementQuery();
  return (
    <section className={styles.check}>
      <h3 className={styles.part}>Signed statement</h3>
      {isLoading && <Loading text="Loading statement..." />}
      {!isLoading && !data && <Failed text={errorText(error, 'Failed to fetch the statement')} onRetry={refetch} />}
      {data && <Statement statement={data} />}
    </section>
  );
}

function Statement({ statement }: { statement: StatementView }) {
  const { balance, at, head, signed } = statement;
  const shop = useFileName();
  const facts = [
    ['Balance', <strong key="balance">{formatMoney(balance)}</strong>],
    ['Signed on', formatMoment(at)],
    ['Events covered', formatCount(head.position)],
    ['Fingerprint', <code key="hash">{head.hash}</code>],
    ['Signature', <code key="signature">{signed.signature}</code>],
    ['Public key', <code key="key">{signed.publicKey}</code>],
  ] as const;
  return (
    <>
      <Soft>
        Your balance, signed together with a fingerprint of the full history. Anyone can check the signature with the public key, so any
        later change would be detected.
      </Soft>
      <Facts as="pairs" facts={facts} className={styles.signed} />
      <Actions>
        <Button
          size="small"
          onClick={() => download(`${shop}-statement-${head.position}.json`, 'application/json', `${JSON.stringify(statement, null, 2)}\n`)}
        >
          <Download aria-hidden />
          Download Statement
        </Button>
      </Actions>
    </>
  );
}
