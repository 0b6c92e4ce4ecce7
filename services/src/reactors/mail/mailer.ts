import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '../../platform/config.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { type Message, SandboxMailbox } from './sandbox-mailbox.ts';

/** How long (ms) a mail server may take for each step. */
const STEP_MS = 15_000;
const MAX_CONNECTIONS = 4;
const MAX_ANSWER_CHARACTERS = 200;

/** The server said that it will never take this mail. */
export class MailRefused extends Error {}

/** What a server says may name the address it was asked about. */
const withoutAddresses = (text: string): string =>
  text
    .replaceAll(/[^\s<>]+@[^\s<>]+/g, '(address)')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_ANSWER_CHARACTERS);

/** Hands mails to the server of SMTP_URL; without one, outside of production, to the sandbox mailbox. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sandbox: SandboxMailbox,
  ) {
    const { smtpUrl: url } = config.mail;
    const bounded = { connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS };
    const pooled = { pool: true as const, maxConnections: MAX_CONNECTIONS, disableFileAccess: true, disableUrlAccess: true };
    if (url) this.transport = createTransport({ url, ...pooled, ...bounded });
  }

  /** @returns the server's answer. @throws MailRefused, or an Error that names no address: it may go another time */
  async send(mail: Message): Promise<string> {
    if (!this.transport) return this.sandbox.keep(mail);
    const { accountId: _, ...message } = mail;
    try {
      const { response } = (await this.transport.sendMail({ from: this.config.mail.from, ...message })) as { response: string };
      return withoutAddresses(response);
    } catch (error) {
      const { responseCode = 0, message: reply = '' } = error as Error & { responseCode?: number };
      const text = withoutAddresses(reply);
      throw responseCode >= 500 ? new MailRefused(text) : new Error(text);
    }
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
