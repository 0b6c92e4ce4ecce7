import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { affiliateLink } from './affiliateLink.ts';
import { campaignProblem, useLinkPages } from './linkChoices.ts';
import { QrCode } from './QrCode.tsx';
import styles from './ShareDialog.module.css';
import { ShareTargets } from './ShareTargets.tsx';

/** Builds a link to a page of the site, with a campaign where one is named, and shares it. */
export function ShareDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [page, setPage] = useState<string>(paths.premium);
  const [typed, setTyped] = useState('');
  const pages = useLinkPages();
  const problem = campaignProblem(typed);
  /** The last one that is a campaign. */
  const [campaign, setCampaign] = useState('');
  const link = affiliateLink(username, page, campaign);
  const fileName = ['qr', username, page.replaceAll('/', '') || 'home', campaign].filter(Boolean).join('-');

  const type = (text: string) => {
    setTyped(text);
    if (!campaignProblem(text)) setCampaign(text);
  };

  return (
    <Dialog title="Share Your Affiliate Link" onClose={onClose}>
      <div className={styles.fields}>
        <SelectField label="Page" value={page} onChange={(event) => setPage(event.target.value)}>
          {pages.map(([path, label]) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Campaign (optional)"
          value={typed}
          error={problem}
          hint={problem ? undefined : 'Shown under Sources.'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => type(event.target.value.trim())}
        />
      </div>
      {/* While the campaign is none, there is no link to share. */}
      <div className={styles.link} inert={problem !== undefined}>
        <CopyField label="Affiliate link" value={link} copied="Copied to clipboard!" />
        <QrCode link={link} name={fileName} />
        <ShareTargets link={link} />
      </div>
    </Dialog>
  );
}
