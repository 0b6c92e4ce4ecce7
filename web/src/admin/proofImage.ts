import { refusals } from '@framelift/contracts/refusals';
import { rules } from '@framelift/contracts/rules';

/** What the server takes (docs/rules.md#8-cashouts), for the file chooser. */
export const proofTypes = 'image/png,image/jpeg,image/webp';

/** Why a chosen file cannot be a proof; null when it can. */
export const proofProblem = (file: File | undefined): string | null =>
  file && (!proofTypes.split(',').includes(file.type) || file.size > rules.proofImageBytes) ? refusals.proofInvalid : null;

/** A file as an embedded data string. */
export const dataString = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
