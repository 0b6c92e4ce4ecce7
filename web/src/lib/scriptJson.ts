/** JSON that cannot end the script it is in, escaped as React Router escapes its own. */
export const scriptJson = (value: object): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
