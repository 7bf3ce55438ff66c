/** Detects a file's type by its content. */
import { fileTypeFromFile } from 'file-type'
import { fileTypeJob } from '../jobs'
import { parserFor } from './serve'

export const parseFileType = parserFor(fileTypeJob, async ({ path }) => {
  const found = await fileTypeFromFile(path)
  return { mime: found?.mime ?? null, ending: found?.ext ?? null }
})
