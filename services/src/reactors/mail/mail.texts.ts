import { accountMails } from './account-mails.ts';
import { alarmMails, guardMails, webhookPaused } from './alarm-mails.ts';
import type { Mail } from './mail.content.ts';
import { moneyMails } from './money-mails.ts';

/** Every mail, by the kind of its intent. */
export const mails: Readonly<Record<string, Mail>> = { ...accountMails, ...moneyMails, ...alarmMails, ...guardMails, webhookPaused };
