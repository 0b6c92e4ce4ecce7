import type { CheckRequest } from './checkMessages.ts';
import { checkAccount } from './checkAccount.ts';

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => void checkAccount(data, (message) => postMessage(message)));
