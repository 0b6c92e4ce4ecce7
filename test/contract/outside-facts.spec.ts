import { describe, expect, it } from '@jest/globals';
import { base58 } from '@scure/base';
import { solanaPayLink, USDC_MINT } from '@framelift/contracts';

/** Facts of the outside world, each compared with a second form of it that is not written as the product writes it. */

describe('Solana Pay', () => {
  /** The bytes by which the bridges Across and CCTP call USDC on Solana's main network. */
  const usdc = 'c6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d61';

  it('names the token USDC, byte for byte', () => expect(Buffer.from(base58.decode(USDC_MINT)).toString('hex')).toBe(usdc));
  it('asks for it in the fields of the specification of transfer requests', () => {
    // solana:<recipient>?amount=<amount>&spl-token=<spl-token>&reference=<reference>&label=<label>&message=<message>&memo=<memo>
    const link = new URL(solanaPayLink('ADDRESS', '12.5', 'run 1 + 2'));
    expect([link.protocol, link.pathname, ...link.searchParams.keys()]).toEqual(['solana:', 'ADDRESS', 'amount', 'spl-token', 'memo']);
    expect(Buffer.from(base58.decode(link.searchParams.get('spl-token')!)).toString('hex')).toBe(usdc);
  });
});
