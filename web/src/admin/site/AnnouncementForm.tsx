import { type Announcement, announcementProblem, isSiteLink, siteLimits, siteRefusals } from '@framelift/contracts/site';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { TextField } from '../../ui/Field.tsx';
import { DraftForm } from './DraftForm.tsx';
import { formKey } from './ProductsForm.tsx';
import styles from './site.module.css';
import type { SectionView } from './siteApi.ts';
import { announcementBody, announcementIn, type AnnouncementValues, fieldTime } from './siteForm.ts';
import { changesOf } from './siteWords.ts';

const problemOf = (announcement: Announcement): string | undefined =>
  announcement.link !== null && !isSiteLink(announcement.link) ? siteRefusals.linkInvalid : announcementProblem(announcement);

/** The line over every page, and from when to when it is there. */
export function AnnouncementForm({ view, onClose }: { view: SectionView; onClose: () => void }) {
  const [filledFrom, setFilledFrom] = useState(view);
  return (
    <Filled key={formKey(filledFrom)} view={view} filledFrom={filledFrom} onStartAgain={() => setFilledFrom(view)} onClose={onClose} />
  );
}

interface Props {
  view: SectionView;
  filledFrom: SectionView;
  onStartAgain: () => void;
  onClose: () => void;
}

function Filled({ view, filledFrom, onStartAgain, onClose }: Props) {
  const { draft, published } = filledFrom;
  const before = (draft?.content ?? published) as unknown as Announcement;
  const { register, control, handleSubmit } = useForm<AnnouncementValues>({
    defaultValues: {
      text: before.text,
      link: before.link ?? '',
      from: fieldTime(before.fromAt),
      until: fieldTime(before.untilAt),
      note: draft?.note ?? '',
    },
  });
  const values = useWatch({ control }) as AnnouncementValues;
  const announcement = announcementIn(values, before);
  return (
    <DraftForm
      title="Announcement"
      changes={changesOf('announcement', published, announcement)}
      isOutdated={formKey(view) !== formKey(filledFrom)}
      position={filledFrom.position}
      onStartAgain={onStartAgain}
      onClose={onClose}
      onCheck={() => problemOf(announcement)}
      draft={{ section: 'announcement', body: announcementBody(announcement, { note: values.note, draftSavedAt: draft?.savedAt ?? null }) }}
      handleSubmit={handleSubmit}
    >
      <TextField
        label="Text"
        hint="Leave empty for no announcement."
        autoComplete="off"
        maxLength={siteLimits.announcement}
        {...register('text')}
      />
      <TextField
        label="Link"
        hint="An https address, or a path of this site such as /premium."
        autoComplete="off"
        maxLength={siteLimits.link}
        {...register('link')}
      />
      <div className={styles.fields}>
        <TextField label="From (UTC)" hint="Empty: at once." type="datetime-local" {...register('from')} />
        <TextField label="Until (UTC)" hint="Empty: until you take it back." type="datetime-local" {...register('until')} />
      </div>
      <TextField label="Note" hint="Admins see it in the history." autoComplete="off" maxLength={siteLimits.note} {...register('note')} />
    </DraftForm>
  );
}
