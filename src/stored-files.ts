/** Every column that holds the name of a stored file, for who has no server: the operator's commands. */
import type { Chapter } from './chapter'
import { chapters } from './chapters'
import type { StoredFileColumn } from './platform/stored-files'

export const storedFilesOf = (all: readonly Chapter[]): readonly StoredFileColumn[] =>
  all.flatMap(({ storedFiles = [] }) => storedFiles)

export const storedFiles = storedFilesOf(chapters)
