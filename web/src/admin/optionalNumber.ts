/** For `register`: a number field that may be left empty, which is null. */
export const optionalNumber = {
  setValueAs: (typed: string | number | null): number | null => (typed === '' || typed === null ? null : Number(typed)),
};
