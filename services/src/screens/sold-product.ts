import { ELSEWHERE, elsewhereSale, soldAtFirst } from '@framelift/contracts';

/** The title of what was sold. While reversals did not name it, there was one product, beside sales made elsewhere. */
export const soldProduct = ({ product, provider }: { product?: string; provider?: string }): string =>
  product ?? (provider === ELSEWHERE ? elsewhereSale.title : soldAtFirst[0]!.title);
