import type { SiteView } from '@framelift/contracts';
import { SECTION_GROUPS, sectionInfo } from '@framelift/contracts/site-sections';
import { ChevronRight } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { formatMoment } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { DraftBar } from './DraftBar.tsx';
import { Examples } from './Examples.tsx';
import { PublishBar } from './PublishBar.tsx';
import { SectionForm } from './SectionForm.tsx';
import styles from './site.module.css';
import type { SectionView } from './siteApi.ts';
import { SiteHistory } from './SiteHistory.tsx';

/** The part of the address of the list of sections; no section has this name. */
export const ALL_FIELDS = 'fields';

/** All fields: the list of sections, or the form of one. A form has its own address, so that a link opens it and Back closes it. */
export function AllFields({ view: { sections }, part }: { view: SiteView; part: string }) {
  const navigate = useNavigate();
  const edited = sections.find(({ section }) => section === part);
  const close = () => void navigate(adminPath('site', ALL_FIELDS));
  if (edited) return <SectionForm key={edited.section} view={edited} onClose={close} />;
  return (
    <Stack>
      <div>
        <SectionTitle>All fields</SectionTitle>
        <Soft>
          Everything visitors read, as forms. A draft is seen by admins only; publishing changes the pages within seconds.{' '}
          <Link to={adminPath('site')}>Edit on the page</Link>
        </Soft>
      </div>
      <Examples sections={sections} />
      <Drafts sections={sections} />
      {SECTION_GROUPS.map((group) => (
        <Group key={group} name={group} sections={sections.filter(({ section }) => sectionInfo(section).group === group)} />
      ))}
      <SiteHistory sections={sections} />
      <PublishBar sections={sections} />
    </Stack>
  );
}

function Drafts({ sections }: { sections: readonly SectionView[] }) {
  const drafted = sections.filter(({ draft }) => draft);
  if (!drafted.length) return null;
  return (
    <TitledCard title="Drafts">
      {drafted.map((view) => (
        <DraftBar key={view.section} view={view} draft={view.draft!} />
      ))}
    </TitledCard>
  );
}

function Group({ name, sections }: { name: string; sections: readonly SectionView[] }) {
  if (!sections.length) return null;
  return (
    <TitledCard title={name} tight>
      <Entries>
        {sections.map((view) => (
          <Row key={view.section} view={view} />
        ))}
      </Entries>
    </TitledCard>
  );
}

/** One section: what it is, its state, and the way to its form. */
function Row({ view: { section, publishedAt, by, draft } }: { view: SectionView }) {
  const { title, about } = sectionInfo(section);
  const state = publishedAt && by ? `Published by ${by}, ${formatMoment(publishedAt)}` : 'Never changed.';
  return (
    <Entry
      title={
        <Link className={styles.row} to={adminPath('site', section)} aria-label={`Edit ${title.toLowerCase()}`}>
          {title}
        </Link>
      }
      aside={
        <>
          {draft && <Badge tone="yellow">Draft</Badge>}
          <ChevronRight className={styles.chevron} aria-hidden />
        </>
      }
    >
      <Faint>
        {about} {state}
      </Faint>
    </Entry>
  );
}
