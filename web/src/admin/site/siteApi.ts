import type {
  PreviewTheme,
  SiteDraftBody,
  SiteDraftSavedView,
  SiteHistoryView,
  SitePreviewBody,
  SitePreviewedView,
  SitePreviewView,
  SiteView,
} from '@framelift/contracts';
import type { SiteSection } from '@framelift/contracts/site-sections';
import { api } from '../../session/api/api.ts';

/** Everything a section of the site says: what is published, and the draft that all admins see. */
export type SectionView = SiteView['sections'][number];
export type SiteChange = SiteHistoryView['changes'][number];

/** `position`: up to which the screen shows what was published, so that nothing published since is overwritten unseen. */
interface About {
  section: SiteSection;
  position: number;
}
export interface DraftOf {
  section: SiteSection;
  body: SiteDraftBody;
}

const from = (position: number) => ({ 'Edit-Base': String(position) });

const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    site: build.query<SiteView, void>({ query: () => 'admin/site', providesTags: ['Site'] }),
    siteHistory: build.query<SiteHistoryView, void>({ query: () => 'admin/site/history', providesTags: ['Site'] }),
    // Its address is good for a minute: another theme or draft needs another one.
    sitePreview: build.query<SitePreviewView, { page: string; theme: PreviewTheme }>({
      query: ({ page, theme }) => ({ url: `admin/site/preview/${page}`, params: { theme } }),
      providesTags: ['Site'],
      keepUnusedDataFor: 0,
    }),
    previewUnsaved: build.mutation<SitePreviewedView, { page: string; body: SitePreviewBody }>({
      query: ({ page, body }) => ({ url: `admin/site/preview/${page}`, method: 'POST', body }),
    }),
    saveSiteDraft: build.mutation<SiteDraftSavedView, DraftOf & { position: number }>({
      query: ({ section, body, position }) => ({ url: `admin/site/${section}`, method: 'PUT', body, headers: from(position) }),
      invalidatesTags: ['Site'],
    }),
    discardSiteDraft: build.mutation<void, SiteSection>({
      query: (section) => ({ url: `admin/site/${section}`, method: 'DELETE' }),
      invalidatesTags: ['Site'],
    }),
    publishSite: build.mutation<void, About>({
      query: ({ section, position }) => ({
        url: 'admin/site/publish',
        method: 'POST',
        body: { sections: [section] },
        headers: from(position),
      }),
      invalidatesTags: ['Site', 'Actions', 'Events'],
    }),
    restoreSite: build.mutation<void, About & { to: number }>({
      query: ({ section, position, to }) => ({
        url: `admin/site/history/${to}/restore`,
        method: 'POST',
        body: { section },
        headers: from(position),
      }),
      invalidatesTags: ['Site', 'Actions', 'Events'],
    }),
  }),
});

export const {
  useSiteQuery,
  useSiteHistoryQuery,
  useSitePreviewQuery,
  usePreviewUnsavedMutation,
  useSaveSiteDraftMutation,
  useDiscardSiteDraftMutation,
  usePublishSiteMutation,
  useRestoreSiteMutation,
} = siteApi;
