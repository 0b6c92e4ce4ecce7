import { MessagesSquare } from 'lucide-react';
import type { MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { useBrand } from '../../lib/siteContent.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import styles from './success.module.css';

export const meta: MetaFunction = () => usePageMeta(pages.success);

const steps = [
  { title: 'Join the community chat server', text: 'Everything around your purchase happens there.' },
  { title: 'Open a support ticket', text: 'It is a private channel between you and the team.' },
  { title: "Choose 'Receive a Purchase' in the dropdown", text: 'So the ticket lands in the right place.' },
  { title: 'Paste your key in the private ticket', text: 'You get instant access: the bot answers with the download link.' },
];

export default function SuccessPage() {
  const { chat } = useBrand();
  return (
    <Page narrow>
      <PageHeader
        eyebrow="Thank you"
        title="Purchase Successful"
        lead="Your key was sent to you by e-mail. Four steps are left between you and the download."
      >
        {chat && (
          <ButtonAnchor variant="primary" href={chat} target="_blank" rel="noreferrer">
            <MessagesSquare aria-hidden />
            Join the Chat Server
          </ButtonAnchor>
        )}
      </PageHeader>
      <ol className={styles.steps}>
        {steps.map(({ title, text }, index) => (
          <Card key={title} as="li" className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h2 className={styles.title}>{title}</h2>
              <p className={styles.text}>{text}</p>
            </div>
          </Card>
        ))}
      </ol>
    </Page>
  );
}
