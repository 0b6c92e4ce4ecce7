import type { SiteContent, SiteSection } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

/** What one section becomes; without content there is none to publish. */
export interface NewSection<S extends SiteSection = SiteSection> {
  section: S;
  content: SiteContent[S] | null;
  note?: string | null;
}

/** `editBase`: the position the screen was filled from. `names`: of admins who may have published meanwhile, by id. */
interface Publishing {
  sections: readonly NewSection[];
  editBase: number;
  names: Readonly<Record<string, string>>;
}

/** Publishes drafts, all or none. `savedSince`: those that were saved again after the admin was shown them, with who saved them. */
export class PublishSite extends command<Publishing & { savedSince: readonly { section: SiteSection; by: string }[] }>() {}
/** Publishes an earlier content again. */
export class RestoreSite extends command<Publishing>() {}
