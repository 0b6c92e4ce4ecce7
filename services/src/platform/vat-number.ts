import { EU, type EuCountry } from '@framelift/contracts';
import { euVat } from 'stdnum';

/** VAT numbers begin with the country’s code, those of Greece with EL. */
const PREFIXES: Readonly<Record<string, EuCountry>> = { ...Object.fromEntries(EU.map((country) => [country, country])), EL: 'GR' };

/** The country of a VAT number of the European Union, by its prefix, format and check digits; undefined: it is none. */
export function vatCountryOf(text: string | null | undefined): EuCountry | undefined {
  const plain = (text ?? '').toUpperCase().replaceAll(/[\s.-]/g, '');
  const prefix = plain.slice(0, 2);
  if (!Object.hasOwn(PREFIXES, prefix)) return undefined;
  const country = PREFIXES[prefix]!;
  return euVat[country]?.some((one) => one.validate(plain.slice(2)).isValid) ? country : undefined;
}
