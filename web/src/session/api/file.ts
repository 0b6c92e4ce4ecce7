/** The call for a file, answered as an object URL: it is asked for with the bearer header, so a plain link would not do. */
export const file = (url: string, params: Record<string, string>) => ({
  url,
  params,
  responseHandler: async (response: Response) => (response.ok ? URL.createObjectURL(await response.blob()) : response.json()),
});
