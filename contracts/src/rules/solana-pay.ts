/** Amounts and links of Solana Pay (transfer requests), in USDC, which has six decimals. */

/** The mint of USDC on Solana's main network, as its issuer publishes it. */
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const DECIMALS = 6;
const MICRO = 10 ** DECIMALS;

/** The price of one euro in millionths of a USDC, from what an admin wrote; undefined where it is no price. */
export function rateOf(text: string): number | undefined {
  if (!/^\d{1,4}(\.\d{1,6})?$/.test(text)) return undefined;
  const [whole, part = ''] = text.split('.');
  const micro = Number(whole) * MICRO + Number(part.padEnd(DECIMALS, '0'));
  return micro > 0 ? micro : undefined;
}

/** The price as an admin writes it. */
export const rateText = (micro: number): string => String(micro / MICRO);

/** Cents (EUR) as USDC at a rate in millionths a euro, rounded half up to the last decimal. Exact: integers throughout. */
export function usdcOf(cents: number, rateMicro: number): string {
  const micro = (BigInt(cents) * BigInt(rateMicro) + 50n) / 100n;
  const whole = micro / BigInt(MICRO);
  const part = String(micro % BigInt(MICRO))
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  return part ? `${whole}.${part}` : String(whole);
}

/** A transfer request that a wallet opens. `memo` is permanently on the chain, so it names no one. */
export const solanaPayLink = (address: string, usdc: string, memo: string): string =>
  `solana:${address}?${new URLSearchParams({ amount: usdc, 'spl-token': USDC_MINT, memo }).toString().replaceAll('+', '%20')}`;
