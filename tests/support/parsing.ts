/** Parsing processes as in an installation, shared by all tests of this process and ended with it. */
import { createLog } from '../../src/platform/log'
import { createParsing, type ParsingOptions } from '../../src/platform/parsing/parsing'
import { program } from './program'

export const openParsing = (options: Partial<ParsingOptions> = {}) =>
  createParsing({ log: createLog('silent'), program, ...options })

export const parsing = openParsing()
