import { Injectable } from '@nestjs/common';
import {
  type Document,
  documentNumber,
  documentsStream,
  refusals,
  type SelfBilling,
  type StatementLayout,
  type Stored,
} from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Refused } from '../../platform/refused.ts';
import { TermsHistory } from '../terms-history.ts';
import { type Issuer, PAYEE, type Payee, PayeeFold, StatementMaker } from './month-statement.ts';

type Named = Pick<Document, 'year' | 'number'>;
/** One document, without names. `cancels`: the money came back. Amounts are signed. */
export interface IssuedDocument {
  document: Document;
  cancels: Named | null;
  cashoutId: string;
  /** ISO 8601 UTC. */
  issuedAt: string;
}
export interface Invoice extends Issuer, IssuedDocument {
  payee: Payee;
  /** The seller as in the terms when it was issued. */
  seller: SelfBilling;
  reference: string | null;
  head: { position: number; hash: string };
  layout: StatementLayout;
}
/** The documents of an affiliate in one year that is over. */
export interface YearSheet extends Issuer {
  year: number;
  payee: Payee;
  documents: IssuedDocument[];
  head: { position: number; hash: string };
  layout: StatementLayout;
}

/** The events that may have one. */
const ISSUING = ['CashoutProcessed', 'PaymentReturned'] as const;

const issuedIn = ({ type, data, metadata }: FoldedEvent): IssuedDocument | undefined => {
  if (type !== 'CashoutProcessed' && type !== 'PaymentReturned') return undefined;
  const { document, cancels = null, cashoutId } = data as Stored<'PaymentReturned'>;
  return document && { document, cancels, cashoutId, issuedAt: metadata.occurredAt };
};

/** Net, tax and total of a document in cents, negative where it cancels. */
export const amountsOf = ({ document: { netCents, taxCents }, cancels }: Pick<IssuedDocument, 'document' | 'cancels'>) => {
  const sign = cancels ? -1 : 1;
  return { netCents: sign * netCents, taxCents: sign * taxCents, totalCents: sign * (netCents + taxCents) };
};

/** Self-billing documents, made from the affiliate's stream: what they say never changes, so neither do their bytes. */
@Injectable()
export class Invoices {
  constructor(
    private readonly log: Log,
    private readonly statements: StatementMaker,
    private readonly vault: Vault,
    private readonly terms: TermsHistory,
  ) {}

  /** The newest first. */
  async list(affiliateId: string): Promise<IssuedDocument[]> {
    const found: IssuedDocument[] = [];
    const take = (e: FoldedEvent) => {
      const issued = issuedIn(e);
      if (issued) found.unshift(issued);
      return true;
    };
    await this.statements.each(affiliateId, take, ISSUING);
    return found;
  }

  /** Finds the affiliate whom a document is for. @throws Refused */
  async ownerOf({ year, number }: Named): Promise<string> {
    // Each event of the stream is one document, so a number is a version.
    const [event] = await this.log.readStreamPage(documentsStream(year), number - 1, 1);
    if (!event) throw new Refused(refusals.noInvoice, 'missing');
    return (event.data as Stored<'DocumentIssued'>).affiliateId;
  }

  /** @throws Refused where it is not this affiliate's, or the affiliate was erased */
  async one(affiliateId: string, wanted: Named): Promise<Invoice> {
    const payee = new PayeeFold();
    let found: (FoldedEvent & { recordedAt: Date }) | undefined;
    const take = (e: FoldedEvent & { recordedAt: Date }) => {
      payee.take(e);
      const issued = issuedIn(e)?.document;
      if (issued && issued.year === wanted.year && issued.number === wanted.number) found = e;
      return !found;
    };
    await this.statements.each(affiliateId, take, [...PAYEE, ...ISSUING]);
    if (!found) throw new Refused(refusals.noInvoice, 'missing');
    const { selfBilling } = await this.terms.at(found.recordedAt);
    return {
      ...issuedIn(found)!,
      ...(await this.statements.issuerAt(found.recordedAt)),
      payee: await payee.opened(this.vault, affiliateId),
      seller: selfBilling!,
      reference: (found.data as Partial<Stored<'CashoutProcessed'>>).reference ?? null,
      head: await this.statements.headAt(found.position),
      layout: await this.statements.layoutAt(found.recordedAt),
    };
  }

  /** @throws Refused if the year has not ended, or has no document. `now` in ms. */
  async sheet(affiliateId: string, year: number, now: number): Promise<YearSheet> {
    const ends = new Date(Date.UTC(year + 1, 0, 1));
    if (ends.getTime() > now) throw new Refused(refusals.noStatement, 'missing');
    const payee = new PayeeFold();
    const documents: IssuedDocument[] = [];
    const take = (e: FoldedEvent & { recordedAt: Date }) => {
      if (e.recordedAt < ends) payee.take(e);
      const issued = issuedIn(e);
      if (issued?.document.year === year) documents.push(issued);
      return true;
    };
    await this.statements.each(affiliateId, take, [...PAYEE, ...ISSUING]);
    if (!documents.length) throw new Refused(refusals.noStatement, 'missing');
    return {
      ...(await this.statements.issuerAt(new Date(ends.getTime() - 1))),
      year,
      payee: await payee.opened(this.vault, affiliateId),
      documents: documents.toSorted((a, b) => a.document.number - b.document.number),
      head: await this.statements.headBefore(ends),
      layout: await this.statements.layoutAt(ends),
    };
  }
}

export const numberOf = ({ document }: Pick<IssuedDocument, 'document'>): string => documentNumber(document);
