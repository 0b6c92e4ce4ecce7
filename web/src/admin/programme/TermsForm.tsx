import type { TermsBody, TermsHistoryView, TermsPreviewView } from '@framelift/contracts';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { useUnsaved } from '../../session/shell/unsaved.tsx';
import { StickyBar } from '../ChosenBar.tsx';
import { ChangesToApply } from './ChangesToApply.tsx';
import { PreviewProgress } from './PreviewProgress.tsx';
import { RuleFields } from './RuleFields.tsx';
import { usePreviewTermsMutation, useSetTermsMutation } from './termsApi.ts';
import { bodyOf, problemOf, type TermsValues, valuesOf } from './termsForm.ts';
import { TermsPreview } from './TermsPreview.tsx';
import { changesOf, effectOf, shortened } from './termsEffect.ts';
import { TierRows } from './TierRows.tsx';

interface Props {
  filledFrom: TermsHistoryView;
  /** Others were set since. */
  isOutdated: boolean;
  onStartAgain: () => void;
  onClose: () => void;
}

/** All terms at once: first what they would have meant, then they are set. */
export function TermsForm({ filledFrom, isOutdated, onStartAgain, onClose }: Props) {
  const toast = useToast();
  const form = useForm<TermsValues>({ defaultValues: valuesOf(filledFrom.terms) });
  const { handleSubmit, setFocus, setValue, control } = form;
  const changes = changesOf(filledFrom.terms, useWatch({ control }) as TermsValues);
  const saved = useUnsaved(changes.length > 0);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [previewed, setPreviewed] = useState<{ body: TermsBody; view: TermsPreviewView; edits: number } | null>(null);
  const [preview, previewing] = useCommand(usePreviewTermsMutation());
  const [set, setting] = useCommand(useSetTermsMutation());
  useEffect(() => setFocus('tiers.0.name'), [setFocus]);

  // A preview is of what was typed then: what is typed after it has none.
  const [edits, setEdits] = useState(0);
  const shown = previewed?.edits === edits ? previewed : null;
  const edited = () => {
    setEdits((before) => before + 1);
    setProblem(undefined);
  };

  const showPreview = handleSubmit(async (values) => {
    const body = bodyOf(values);
    const problem = problemOf(body);
    setProblem(problem);
    if (problem) return;
    setPreviewed(null);
    setValue('tiers', body.tiers);
    const { data } = await preview(body);
    if (data) setPreviewed({ body, view: data, edits });
  });
  const setTerms = async (body: TermsBody) => {
    setAsking(false);
    const result = await set({ ...body, editBase: filledFrom.position });
    if (!result.data) return;
    saved();
    onClose();
    toast.success(result.data.pendingFourEyes ? 'Another admin must approve the new limit.' : 'Terms set successfully!');
  };

  return (
    <>
      {isOutdated && (
        <Toolbar>
          <Soft as="output">The terms were changed while this form was open, so these cannot be saved.</Soft>
          <Button size="small" onClick={onStartAgain}>
            Start over from the current terms
          </Button>
        </Toolbar>
      )}
      <Form onSubmit={showPreview} onChange={edited}>
        <TierRows form={form} onChange={edited} />
        <RuleFields register={form.register} />
        {problem && <Banner tone="error" text={problem} />}
        {previewing.error && !problem && <Banner tone="error" text={errorText(previewing.error, 'Failed to create the preview')} />}
        {previewing.isLoading && <PreviewProgress />}
        {shown && <TermsPreview view={shown.view} />}
        {shown && setting.error && <Banner tone="error" text={errorText(setting.error, 'Failed to set the terms')} />}
        <StickyBar text={[shortened(changes), shown && effectOf(shown.view)].filter(Boolean).join(': ')}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={shown ? 'secondary' : 'primary'} disabled={previewing.isLoading}>
            {previewing.isLoading ? 'Previewing...' : 'Preview'}
          </Button>
          {shown && (
            <Button variant="primary" disabled={setting.isLoading} onClick={() => setAsking(true)}>
              {setting.isLoading ? 'Setting...' : 'Apply changes'}
            </Button>
          )}
        </StickyBar>
      </Form>
      {shown && isAsking && (
        <Confirm
          title="Apply changes"
          question={<ChangesToApply changes={changes} effect={effectOf(shown.view)} />}
          action="Apply changes"
          variant="primary"
          onConfirm={() => void setTerms(shown.body)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
