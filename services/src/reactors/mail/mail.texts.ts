import type { KindsIn } from '@framelift/contracts';
import { accountMails } from './account-mails.ts';
import { alarmMails, guardMails, webhookPaused } from './alarm-mails.ts';
import type { Mail } from './mail.content.ts';
import { moneyMails } from './money-mails.ts';

/** Kinds that rows of events name, and those of alarms. */
export type MailKind = KindsIn<'mail' | 'adminMail'> | keyof typeof alarmMails;

/** Every mail, by the kind of its intent. */
export const mails: Readonly<Record<MailKind, Mail>> = { ...accountMails, ...moneyMails, ...alarmMails, ...guardMails, webhookPaused };
