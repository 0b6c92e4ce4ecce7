import { rateOf, solanaPayLink, usdcOf } from '@framelift/contracts/solana-pay';
import { Download } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Faint, Soft } from '../../../ui/layout/Text.tsx';
import { Actions } from '../../../ui/layout/Toolbar.tsx';
import { MadeFile } from '../MadeFile.tsx';
import styles from '../payouts.module.css';
import type { PaymentProps, PayoutScreen } from './screen.ts';
import { useFile } from '../useFile.tsx';

/** Codes are shown for so many payees; a longer list is paid from the file. */
const MOST_CODES = 24;

/** What a treasurer pays in USDC: a list, and codes that a wallet reads. */
function SolanaPayment({ run, payments, made }: PaymentProps) {
  const [written, setRate] = useState('');
  const rate = made?.rate ?? written;
  const { make, isLoading, problem } = useFile(run, `payments-solana-${run.id}.csv`);
  const rateMicro = rateOf(rate);
  return (
    <>
      {problem}
      {made ? (
        <>
          <Soft>{`${rate} USDC for one euro.`}</Soft>
          <MadeFile run={run} file={made} payer="a wallet" />
        </>
      ) : (
        <>
          <TextField
            label="EUR/USDC rate"
            hint="USDC for one euro, for example 1.08. Used for every amount."
            inputMode="decimal"
            autoComplete="off"
            value={rate}
            onChange={(event) => setRate(event.target.value.trim())}
          />
          <Actions>
            <Button disabled={!rateMicro || isLoading} onClick={() => void make({ type: 'solana', rate })}>
              <Download aria-hidden />
              Download for Solana
            </Button>
          </Actions>
        </>
      )}
      {rateMicro && payments.length <= MOST_CODES && (
        <ul className={styles.links}>
          {payments.map(({ cashoutId, affiliate, amount, payTo }) => {
            const usdc = usdcOf(Math.round(amount * 100), rateMicro);
            const link = solanaPayLink(payTo ?? '', usdc, cashoutId);
            return (
              <li key={cashoutId} className={styles.link}>
                <a className={styles.code} href={link} aria-label={`Pay ${affiliate.username} in a wallet`}>
                  <QRCodeSVG value={link} size={132} level="M" title={`Solana Pay code of ${affiliate.username}`} />
                </a>
                {affiliate.username}
                <Faint>{usdc} USDC</Faint>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

export const solanaScreen: PayoutScreen = { name: 'Solana', Payment: SolanaPayment };
