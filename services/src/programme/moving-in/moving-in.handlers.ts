import { handler } from '../../engine/log/deciding/command-handler.ts';
import { ImportHistory } from './moving-in.commands.ts';
import { importHistory, movedInSource } from './moving-in.decider.ts';

export const movingInHandlers = [handler(ImportHistory, ({ affiliateId }) => movedInSource(affiliateId), importHistory)];
