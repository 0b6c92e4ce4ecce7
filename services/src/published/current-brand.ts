import { Injectable } from '@nestjs/common';
import { type Brand, sectionContent } from '@framelift/contracts';
import { PublishedSite } from './published-site.ts';

/** The brand of the shop. Everything that says a name or shows a colour asks here. */
@Injectable()
export class CurrentBrand {
  constructor(private readonly site: PublishedSite) {}

  get now(): Brand {
    return sectionContent('brand', this.site.changesOf('brand').at(-1)?.content);
  }

  /** The one in force at a time (recordedAt), included. */
  async at(time: Date): Promise<Brand> {
    await this.site.look();
    return sectionContent('brand', this.site.changesOf('brand').findLast(({ recordedAt }) => recordedAt <= time)?.content);
  }
}
