/** Detects a file's type by its content. */
import { fileTypeFromFile } from 'file-type'
import { fileTypeJob } from '../jobs'
import { parserFor } from './serve'

export const parseFileType = parserFor(fileTypeJob, async ({ path }) => ({
  mime: (await fileTypeFromFile(path))?.mime ?? null,
}))
