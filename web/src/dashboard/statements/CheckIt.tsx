import { Download } from 'lucide-react';
import { errorText } from '../../session/api/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { keep } from '../../ui/lists/download.ts';
import styles from './statements.module.css';
import { useStatementFileMutation } from './statementsApi.ts';

/** Everything the log holds of the account, and what checks it without us. */
export function CheckIt() {
  const [ask, { error, isLoading }] = useStatementFileMutation();
  const download = async () => {
    const result = await ask({ path: 'statements/export' });
    if (result.data) keep('framelift-account.jsonl', result.data);
  };
  return (
    <section className={styles.check} aria-label="Check your account yourself">
      <Soft>
        Don’t take our word for it. Download your full history and check hashes, signatures and your balance on your own computer. All you
        need is Node.
      </Soft>
      {error && <Banner tone="error" text={errorText(error, 'Failed to export the account')} />}
      <Actions>
        <Button size="small" disabled={isLoading} onClick={download}>
          <Download aria-hidden />
          Export
        </Button>
        <ButtonAnchor size="small" href="/framelift-verify.mjs" download>
          <Download aria-hidden />
          Program
        </ButtonAnchor>
      </Actions>
      <CopyField label="Command that checks the export" value="node framelift-verify.mjs framelift-account.jsonl" copied="Copied!" />
    </section>
  );
}
