import { Controller, Inject, Param, StreamableFile } from '@nestjs/common';
import { refusals } from '@framelift/contracts';
import type { Config } from '../../platform/config.ts';
import { Answers } from '../../http/answers.ts';
import { PublishedSite } from '../../published/published-site.ts';
import { Refused } from '../../platform/refused.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { downloadOf } from './examples.ts';

/** The files of example releases, on the site's own address: a visitor reaches nothing else for certain. */
@Controller()
export class ExampleFilesController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly site: PublishedSite,
  ) {}

  @Answers('GET /api/public/examples/:file')
  file(@Param('file') file: string): StreamableFile {
    const text = this.config.feeds.sandboxed.includes('code') ? downloadOf(file, (section) => this.site.content(section)) : undefined;
    if (text === undefined) throw new Refused(refusals.notFound, 'missing');
    return new StreamableFile(Buffer.from(text), { type: 'text/plain; charset=utf-8', disposition: `attachment; filename="${file}"` });
  }
}
