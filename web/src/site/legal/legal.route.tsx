import { useState } from 'react';
import type { MetaFunction } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { policies, type Policy } from './content.ts';
import { pageMeta } from '../../lib/meta.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LazyDialog } from '../../ui/dialogs/LazyDialog.tsx';
import { Hero } from '../Hero.tsx';
import { PointText } from '../Points.tsx';
import { Sections } from '../Section.tsx';
import styles from './legal.module.css';

export const meta: MetaFunction = () => pageMeta(pages.tos);

export default function LegalPage() {
  const [open, setOpen] = useState<Policy | null>(null);
  return (
    <>
      <Hero eyebrow="Legal" title="Terms and policies" lead="Three short documents in plain words. Please read them before you buy." />
      <Sections>
        <ul className={styles.cards}>
          {policies.map((policy) => (
            <Card as="li" key={policy.id} className={styles.card}>
              <PointText icon={policy.icon} title={policy.title} text={policy.summary} heading="h2" />
              {/* The button covers its card, so a click anywhere on it opens the policy. */}
              <Button className={styles.open} aria-label={`Read the ${policy.title}`} onClick={() => setOpen(policy)}>
                Read
              </Button>
            </Card>
          ))}
        </ul>
        <div className="no-scripts">
          {policies.map((policy) => (
            <section key={policy.id}>
              <h2>{policy.title}</h2>
              <PolicyText policy={policy} />
            </section>
          ))}
        </div>
      </Sections>
      {open && (
        <LazyDialog title={open.title} wide onClose={() => setOpen(null)}>
          <PolicyText policy={open} />
          <div className={styles.end}>
            <Button variant="primary" onClick={() => setOpen(null)}>
              I understand
            </Button>
          </div>
        </LazyDialog>
      )}
    </>
  );
}

function PolicyText({ policy }: { policy: Policy }) {
  return (
    <div className={styles.policy}>
      {policy.sections.map(({ heading, text }) => (
        <section key={heading}>
          <h3 className={styles.heading}>{heading}</h3>
          <p>{text}</p>
        </section>
      ))}
    </div>
  );
}
