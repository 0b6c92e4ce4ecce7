import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useFileName } from '../../lib/siteContent.ts';
import { errorText } from '../../session/api/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { keep } from '../../ui/lists/download.ts';
import { keptSizes } from '../../session/log-check/keptCheckpoints.ts';
import { Witnessed } from '../../session/log-check/Witnessed.tsx';
import { CheckOutcome } from './check/CheckOutcome.tsx';
import { Command } from './check/Command.tsx';
import { ProgramHash } from './check/ProgramHash.tsx';
import { useCheck } from './check/useCheck.ts';
import { type Earlier, EarlierProof } from './EarlierProof.tsx';
import { SignedStatement } from './SignedStatement.tsx';
import styles from './statements.module.css';
import { useStatementFileMutation } from './statementsApi.ts';

/** Of today, so that an earlier one keeps its name. */
const nameOf = (shop: string): string => `${shop}-account-${new Date().toISOString().slice(0, 10)}.jsonl`;

/** Checks everything the log holds of the account here; what checks it without us is folded away. */
export function Proof() {
  const [wasOpened, setOpened] = useState(false);
  const [earlier, setEarlier] = useState<Earlier>();
  const [ask, { error, isLoading }] = useStatementFileMutation();
  const { check, ...checked } = useCheck();
  const shop = useFileName();
  const [program, proof] = [`${shop}-verify.mjs`, nameOf(shop)];
  const download = async () => {
    const result = await ask({
      path: 'statements/export',
      since: [...keptSizes(), ...(earlier?.size === undefined ? [] : [earlier.size])],
    });
    if (result.data) keep(proof, result.data);
  };
  return (
    <TitledCard title="Proof">
      <Soft>Don’t take our word for it. Check your full history here, or download it and check it on your own computer.</Soft>
      <Witnessed />
      {error && <Banner tone="error" text={errorText(error, 'Failed to export the account')} />}
      <div>
        <Actions>
          <Button variant="primary" disabled={checked.progress !== undefined} onClick={check}>
            <ShieldCheck aria-hidden />
            Check now
          </Button>
          <Button disabled={isLoading} onClick={download}>
            <Download aria-hidden />
            Download proof
          </Button>
        </Actions>
        <CheckOutcome {...checked} />
      </div>
      <details className={styles.how} onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>How to check it</summary>
        {wasOpened && (
          <div className={styles.steps}>
            <Soft>
              Check now runs this program in your browser, on a page that comes from us. To check without our page, download the program
              next to the proof and run it. It checks hashes, signatures and your balance. All you need is Node 18 or later.
            </Soft>
            <Actions>
              <ButtonAnchor size="small" href="/framelift-verify.mjs" download={program}>
                <Download aria-hidden />
                Program
              </ButtonAnchor>
            </Actions>
            <ProgramHash program={program} />
            <EarlierProof earlier={earlier} onChosen={setEarlier} />
            <Command
              text="Run the program in the folder of the proof:"
              label="Command that checks the proof"
              value={`node ${program} ${proof}${earlier?.size === undefined ? '' : ` --since "${earlier.name}"`}`}
            />
            <SignedStatement />
          </div>
        )}
      </details>
    </TitledCard>
  );
}
