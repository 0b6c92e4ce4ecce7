import type { ReceiptView } from '@framelift/contracts';
import { checkReceipt } from './checkReceipt.ts';

addEventListener('message', ({ data }: MessageEvent<ReceiptView>) => void checkReceipt(data).then((outcome) => postMessage(outcome)));
