/** Processes that read files, as an installation has them; shared by all tests of this process, and ended with it. */
import { join } from 'node:path'
import { createLog } from '../../src/platform/log'
import { createParsing, type ParsingOptions } from '../../src/platform/parsing/parsing'

/** The command line from the sources. */
export const program = [process.execPath, join(import.meta.dir, '..', '..', 'cli', 'balcao.ts')]

export const openParsing = (options: Partial<ParsingOptions> = {}) =>
  createParsing({ log: createLog('silent'), program, ...options })

export const parsing = openParsing()
