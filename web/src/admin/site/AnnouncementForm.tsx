import { type Announcement, announcementProblem, isSiteLink, siteLimits, siteRefusals } from '@framelift/contracts/site';
import { useForm, useWatch } from 'react-hook-form';
import { TextField } from '../../ui/Field.tsx';
import { DraftForm, type SectionFormProps } from './DraftForm.tsx';
import styles from './site.module.css';
import { announcementBody, announcementIn, type AnnouncementValues, fieldTime } from './siteForm.ts';
import { changesOf } from './siteWords.ts';

const problemOf = (announcement: Announcement): string | undefined =>
  announcement.link !== null && !isSiteLink(announcement.link) ? siteRefusals.linkInvalid : announcementProblem(announcement);

/** The line over every page, and from when to when it is there. */
export function AnnouncementForm({ filledFrom: { draft, published }, frame }: SectionFormProps) {
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
      frame={frame}
      note={register('note')}
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
    </DraftForm>
  );
}
