import { useRef } from 'react';
import { type MetaFunction, useLocation, useNavigate } from 'react-router';
import { pages } from '../../lib/pages.ts';
import { policiesPage } from '@framelift/contracts/content/policies';
import { useSection } from '../../lib/siteContent.ts';
import { type Policy, usePolicies } from './policies.ts';
import { usePageMeta } from '../../lib/meta.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LazyDialog } from '../../ui/dialogs/LazyDialog.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import { Hero } from '../Hero.tsx';
import { LongText } from '../long-text/LongText.tsx';
import { PointText } from '../Points.tsx';
import { Sections } from '../Section.tsx';
import styles from './legal.module.css';

export const meta: MetaFunction = () => usePageMeta(pages.tos);

/** State of an entry of the browser's history that a card of this page made: Back closes its policy. */
const OPENED_HERE = 'policy opened here';

/** The policy that the address names, such as `/tos#privacy`. The server knows nothing of what is behind `#`. */
function useOpenPolicy(policies: readonly Policy[]) {
  const { hash, key, search, state } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const left = useRef('');
  const close = () => {
    if (left.current === key) return;
    left.current = key;
    void (state === OPENED_HERE ? navigate(-1) : navigate({ search, hash: '' }, { replace: true }));
  };
  return { open: hydrated ? policies.find(({ id }) => `#${id}` === hash) : undefined, close };
}

export default function LegalPage() {
  const policies = usePolicies();
  const { open, close } = useOpenPolicy(policies);
  const { title, lead } = useSection('pages.tos', policiesPage);
  return (
    <>
      <Hero eyebrow="Legal" title={title} lead={lead} />
      <Sections>
        <ul className={styles.cards}>
          {policies.map((policy) => (
            <Card as="li" key={policy.id} className={styles.card}>
              <PointText icon={policy.icon} title={policy.title} text={policy.summary} heading="h2" />
              {/* The link covers its card, so a click anywhere on it opens the policy. */}
              <ButtonLink className={styles.open} to={`#${policy.id}`} state={OPENED_HERE} aria-label={`Read the ${policy.title}`}>
                Read
              </ButtonLink>
            </Card>
          ))}
        </ul>
        <div className={`no-scripts ${styles.printed}`}>
          {policies.map((policy) => (
            <section key={policy.id} id={policy.id} className={styles.policy}>
              <h2>{policy.title}</h2>
              <PolicyText policy={policy} />
            </section>
          ))}
        </div>
      </Sections>
      {open && (
        <LazyDialog title={open.title} wide onClose={close}>
          <PolicyText policy={open} />
          <div className={styles.end}>
            <Button variant="primary" onClick={close}>
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
    <div className={styles.text}>
      {policy.parts.map(({ heading, text }, i) => (
        <section key={i}>
          <h3 className={styles.heading}>{heading}</h3>
          <LongText text={text} />
        </section>
      ))}
    </div>
  );
}
