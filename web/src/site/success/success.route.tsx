import { successPage } from '@framelift/contracts/content/page-success';
import { MessagesSquare } from 'lucide-react';
import type { MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { useBrand, useSection } from '../../lib/siteContent.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import styles from './success.module.css';

export const meta: MetaFunction = () => usePageMeta(pages.success);

export default function SuccessPage() {
  const { chat } = useBrand();
  const { eyebrow, title, lead, chatLabel, steps } = useSection('pages.success', successPage);
  return (
    <Page narrow>
      <PageHeader eyebrow={eyebrow} title={title} lead={lead}>
        {chat && (
          <ButtonAnchor variant="primary" href={chat} target="_blank" rel="noreferrer">
            <MessagesSquare aria-hidden />
            {chatLabel}
          </ButtonAnchor>
        )}
      </PageHeader>
      <ol className={styles.steps}>
        {steps.map(({ title, text }, index) => (
          <Card key={index} as="li" className={styles.step}>
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
