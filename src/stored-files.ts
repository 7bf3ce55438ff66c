/** Every column that holds the name of a stored file. A file that only an unlisted one names is removed after a day. */
import { contactFiles } from './contacts/stored-files'
import type { StoredFileColumn } from './platform/stored-files'
import { ticketFiles } from './tickets/stored-files'

export const storedFiles: readonly StoredFileColumn[] = [...contactFiles, ...ticketFiles]
