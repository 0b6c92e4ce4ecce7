export const fetchedFolder: string;
export const chromiumPath: () => string | undefined;
export const isFetchable: boolean;
