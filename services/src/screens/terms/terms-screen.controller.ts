import { Controller, Header } from '@nestjs/common';
import {
  type PublicTermsView,
  type TermsBody,
  type TermsHistoryView,
  termsOf,
  type TermsPreviewProgressView,
  type TermsPreviewView,
} from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, Body } from '../../http/answers.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { TermsViews } from './terms.view.ts';

@Controller()
export class TermsScreenController {
  constructor(private readonly terms: TermsViews) {}

  @Answers('GET /api/public/terms')
  @Header('Cache-Control', 'public, max-age=60')
  inForce(): Promise<PublicTermsView> {
    return this.terms.inForce();
  }

  @Answers('GET /api/admin/terms')
  @ReadsFrom('accounts')
  history(): Promise<TermsHistoryView> {
    return this.terms.history();
  }

  @Answers('POST /api/admin/terms/preview')
  preview(@Body() body: TermsBody, @Who() who: Account): Promise<TermsPreviewView> {
    return this.terms.preview(who.id, termsOf(body));
  }

  @Answers('GET /api/admin/terms/preview')
  progress(@Who() who: Account | undefined): TermsPreviewProgressView {
    // An API key may call this too; it has no own preview.
    return { done: who ? this.terms.progress(who.id) : null };
  }
}
