/** The command line for child processes: from the sources, or `BALCAO_TEST_PROGRAM`. */
import { join } from 'node:path'

export const sources: readonly string[] = [process.execPath, join(import.meta.dir, '..', '..', 'cli', 'balcao.ts')]

/** The suite sets it to the executable, which starts in a fifth of the time. */
export const program: readonly string[] = process.env.BALCAO_TEST_PROGRAM?.split(' ') ?? sources
