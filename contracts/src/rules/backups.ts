/** The file of a backup is uploaded in parts of at most so many bytes. In base64, one fits into a large body. */
export const BACKUP_PART_BYTES = 4 * 1024 * 1024;
