import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { CurrentBrand } from '../../published/current-brand.ts';
import type { Config } from '../../platform/config.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { LOGO_ID } from './mail.layout.ts';
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
    @Inject(CurrentBrand) private readonly brand: Pick<CurrentBrand, 'now'>,
  ) {
    const { smtpUrl: url } = config.mail;
    const bounded = { connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS };
    const pooled = { pool: true as const, maxConnections: MAX_CONNECTIONS, disableFileAccess: true, disableUrlAccess: true };
    if (url) this.transport = createTransport({ url, ...pooled, ...bounded });
  }

  /** @returns the server's answer. @throws MailRefused, or an Error that names no address: it may go another time */
  async send(mail: Message): Promise<string> {
    if (!this.transport) return this.sandbox.keep(mail);
    const { accountId: _, about: __, logo, ...message } = mail;
    const inside = { filename: 'logo.png', content: logo, cid: LOGO_ID, contentDisposition: 'inline' as const };
    const parts = { from: this.from, ...(logo ? { attachments: [inside] } : {}) };
    try {
      const { response } = (await this.transport.sendMail({ ...message, ...parts })) as { response: string };
      return withoutAddresses(response);
    } catch (error) {
      const { responseCode = 0, message: reply = '' } = error as Error & { responseCode?: number };
      const text = withoutAddresses(reply);
      throw responseCode >= 500 ? new MailRefused(text) : new Error(text);
    }
  }

  /** An address alone is the shop's. */
  private get from(): string | { name: string; address: string } {
    const { from: address } = this.config.mail;
    return address.includes('<') ? address : { name: this.brand.now.name, address };
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
