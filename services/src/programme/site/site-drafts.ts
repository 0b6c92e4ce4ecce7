import { Inject, Injectable } from '@nestjs/common';
import type { SiteContent, SiteSection } from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

export interface Draft<S extends SiteSection = SiteSection> {
  section: S;
  content: SiteContent[S];
  note: string | null;
  authorId: string;
  savedAt: Date;
}

/** `seen`: when the draft was saved that the form was filled from; null: there was none; undefined: do not compare. */
interface NewDraft<S extends SiteSection> {
  section: S;
  content: SiteContent[S];
  note: string | null;
  authorId: string;
  savedAt: string;
  basedOn: number;
  seen: string | null | undefined;
}

/** Drafts of the site, next to the log: one for each section. */
@Injectable()
export class SiteDrafts {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Saves a draft. False: another one was saved since. */
  async save<S extends SiteSection>({ section, content, note, authorId, savedAt, basedOn, seen }: NewDraft<S>): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into drafts.sections as d (section, content, note, author_id, saved_at, based_on) values ($1, $2, $3, $4, $5, $6)
       on conflict (section) do update set content = excluded.content, note = excluded.note, author_id = excluded.author_id,
         saved_at = excluded.saved_at, based_on = excluded.based_on
       where $7::boolean or d.saved_at = $8::timestamptz`,
      [section, JSON.stringify(content), note, authorId, savedAt, basedOn, seen === undefined, seen ?? null],
    );
    return rowCount === 1;
  }

  async read(sections: readonly SiteSection[]): Promise<Draft[]> {
    const { rows } = await this.pool.query<Draft>(
      `select section, content, note, author_id as "authorId", saved_at as "savedAt" from drafts.sections where section = any($1)`,
      [sections],
    );
    return rows;
  }

  /** Deletes drafts unless they were saved again since they were read. */
  async discard(drafts: readonly Draft[]): Promise<void> {
    await this.pool.query(
      `delete from drafts.sections d using unnest($1::text[], $2::timestamptz[]) as read (section, saved_at)
       where d.section = read.section and d.saved_at = read.saved_at`,
      [drafts.map(({ section }) => section), drafts.map(({ savedAt }) => savedAt)],
    );
  }
}
