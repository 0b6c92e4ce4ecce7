import { policies } from '@framelift/contracts/content/policies';
import type { ShownContent } from '@framelift/contracts/site-sections';
import { FileText, type LucideIcon, ReceiptText, ShieldCheck } from 'lucide-react';
import { useSection } from '../../lib/siteContent.ts';

/** `id`: behind `#` in its address. */
export type Policy = ShownContent['policies.terms'] & { id: string; icon: LucideIcon };

/** Three policies, each a card and a modal (docs/product.md#legal). */
export const usePolicies = (): readonly Policy[] => [
  { id: 'terms', icon: FileText, ...useSection('policies.terms', policies.terms) },
  { id: 'privacy', icon: ShieldCheck, ...useSection('policies.privacy', policies.privacy) },
  { id: 'refunds', icon: ReceiptText, ...useSection('policies.refund', policies.refund) },
];
