import type { SectionView } from './siteApi.ts';

/** What the form of every section is given (SectionForm). */
export interface SectionFormProps {
  filledFrom: SectionView;
  frame: {
    /** Something was published, or another draft saved, since the form was filled. */
    isOutdated: boolean;
    /** The position the form was filled from. */
    position: number;
    /** The content as the form has it, as JSON, whenever that changes. */
    onTyped: (content: string) => void;
    /** The form stays open, beside the preview of what it saved. */
    onSaved: (draft: NonNullable<SectionView['draft']>) => void;
    onStartAgain: () => void;
    onClose: () => void;
  };
}
