import type { StoredFileColumn } from '../platform/stored-files'

/** A picture that was deleted here is fetched again when the contact writes. */
export const contactFiles: readonly StoredFileColumn[] = [
  {
    table: 'contacts',
    column: 'picture',
    path: null,
    where: 'picture IS NOT NULL',
    cleared: 'picture = NULL, picture_url = NULL, picture_checked_at = 0',
  },
]
