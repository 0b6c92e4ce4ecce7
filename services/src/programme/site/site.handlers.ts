import { handler } from '../../engine/log/deciding/command-handler.ts';
import { PublishSite, RestoreSite } from './site.commands.ts';
import { publishSite, restoreSite, siteSource } from './site.decider.ts';

export const siteHandlers = [handler(PublishSite, () => siteSource, publishSite), handler(RestoreSite, () => siteSource, restoreSite)];
