import type {
  DiscardDraftBody,
  PreviewTheme,
  PublishSiteBody,
  RestoreSiteBody,
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

export interface DraftOf {
  section: SiteSection;
  body: SiteDraftBody;
}

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
    // Without tags: its frame follows each change by itself.
    markedPage: build.query<SitePreviewView, { page: string; theme: PreviewTheme }>({
      query: ({ page, theme }) => ({ url: `admin/site/preview/${page}`, params: { theme, marked: 'yes' } }),
      keepUnusedDataFor: 0,
    }),
    previewUnsaved: build.mutation<SitePreviewedView, { page: string; body: SitePreviewBody }>({
      query: ({ page, body }) => ({ url: `admin/site/preview/${page}`, method: 'POST', body }),
    }),
    saveSiteDraft: build.mutation<SiteDraftSavedView, DraftOf>({
      query: ({ section, body }) => ({ url: `admin/site/${section}`, method: 'PUT', body }),
      invalidatesTags: ['Site'],
    }),
    discardSiteDraft: build.mutation<void, { section: SiteSection; body: DiscardDraftBody }>({
      query: ({ section, body }) => ({ url: `admin/site/${section}`, method: 'DELETE', body }),
      invalidatesTags: ['Site'],
    }),
    publishSite: build.mutation<void, PublishSiteBody>({
      query: (body) => ({ url: 'admin/site/publish', method: 'POST', body }),
      invalidatesTags: ['Site', 'Actions', 'Events'],
    }),
    restoreSite: build.mutation<void, { to: number; body: RestoreSiteBody }>({
      query: ({ to, body }) => ({ url: `admin/site/history/${to}/restore`, method: 'POST', body }),
      invalidatesTags: ['Site', 'Actions', 'Events'],
    }),
  }),
});

export const {
  useSiteQuery,
  useSiteHistoryQuery,
  useSitePreviewQuery,
  useMarkedPageQuery,
  usePreviewUnsavedMutation,
  useSaveSiteDraftMutation,
  useDiscardSiteDraftMutation,
  usePublishSiteMutation,
  useRestoreSiteMutation,
} = siteApi;
