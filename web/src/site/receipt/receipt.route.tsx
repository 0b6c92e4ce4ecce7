import type { ReceiptView } from '@framelift/contracts';
import { type MetaFunction, useParams } from 'react-router';
import { usePageMeta } from '../../lib/meta.ts';
import { pages } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { useBrand } from '../../lib/siteContent.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Hero } from '../Hero.tsx';
import NotFound from '../notFound.tsx';
import { ReceiptCheck } from './ReceiptCheck.tsx';
import styles from './receipt.module.css';
import { receiptPage, useReceipt } from './receiptPage.ts';
import { receiptWords } from '../../session/receipts/receiptWords.ts';

export const meta: MetaFunction = ({ params }) => {
  const receipt = useReceipt(params['id']!);
  return usePageMeta(receipt ? receiptPage(receipt) : pages.notFound);
};

/** One figure that an affiliate published. An address without one is no page. */
export default function ReceiptPage() {
  const receipt = useReceipt(useParams()['id']!);
  return receipt ? <Receipt receipt={receipt} /> : <NotFound />;
}

function Receipt({ receipt }: { receipt: ReceiptView }) {
  const { name } = useBrand();
  const { amount, what, asOf } = receiptWords(receipt);
  return (
    <>
      <Hero
        eyebrow={`Receipt of the ${name} affiliate program`}
        title={amount}
        lead={
          <>
            <span className={styles.by}>{receipt.name}</span>
            {what}
            {asOf}
          </>
        }
        actions={
          <ButtonLink to={paths.affiliate} size="large">
            About the program
          </ButtonLink>
        }
      />
      <ReceiptCheck receipt={receipt} />
      <Details id={receipt.id} />
    </>
  );
}

/** For those who would rather not trust this page. */
function Details({ id }: { id: string }) {
  const file = `receipt-${id}.json`;
  return (
    <details className={styles.more}>
      <summary>Check it without this page</summary>
      <p>
        Save{' '}
        <a href={`/api/public/receipts/${id}/proof`} download={file}>
          the proof
        </a>{' '}
        and{' '}
        <a href="/framelift-verify.mjs" download="framelift-verify.mjs">
          the program
        </a>
        , then run <code>node framelift-verify.mjs {file}</code>. It needs only Node.
      </p>
    </details>
  );
}
