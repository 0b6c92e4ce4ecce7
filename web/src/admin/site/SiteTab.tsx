import type { SiteView } from '@framelift/contracts';
import { SECTION_GROUPS, sectionInfo } from '@framelift/contracts/site-sections';
import { ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatMoment } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { errorText } from '../../session/api/api.ts';
import { usePlace } from '../../session/shell/usePlace.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { lazily } from '../../ui/dialogs/lazily.ts';
import { Loading } from '../../ui/Loading.tsx';
import { DraftBar } from './DraftBar.tsx';
import { Examples } from './Examples.tsx';
import { PublishBar } from './PublishBar.tsx';
import { SectionForm } from './SectionForm.tsx';
import { type SectionView, useSiteQuery } from './siteApi.ts';
import styles from './site.module.css';
import { SiteHistory } from './SiteHistory.tsx';

const PageEditor = lazily(() => import('./page/PageEditor.tsx').then((loaded) => loaded.PageEditor));
/** The part of the address of the list of sections; no section has this name. */
export const ALL_FIELDS = 'fields';
/** Drafts are no events: this is how soon one that another admin saves is seen (ms). */
const LOOK_MS = 15_000;

/** What visitors read: as the pages themselves, or as sections, each published or with a draft, and who changed what before. */
export function SiteTab() {
  const { data, error, isFetching, refetch, startedTimeStamp = 0 } = useSiteQuery(undefined, { pollingInterval: LOOK_MS });
  const { part } = usePlace();
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch the site')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading site..." />;
  if (part !== undefined) return <Sections view={data} part={part} />;
  return (
    <Suspense fallback={<Loading text="Loading site..." />}>
      <PageEditor view={data} askedAt={isFetching ? 0 : startedTimeStamp} onReload={async () => (await refetch()).data} />
    </Suspense>
  );
}

/** All fields: the list of sections, or the form of one. A form has its own address, so that a link opens it and Back closes it. */
function Sections({ view: { sections }, part }: { view: SiteView; part: string }) {
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
