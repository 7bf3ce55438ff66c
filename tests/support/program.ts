/** The command line in a process of its own: from the sources, or as `BALCAO_TEST_PROGRAM` names it. */
import { join } from 'node:path'

export const sources: readonly string[] = [process.execPath, join(import.meta.dir, '..', '..', 'cli', 'balcao.ts')]

/** The suite names the executable, which starts in a fifth of the time. */
export const program: readonly string[] = process.env.BALCAO_TEST_PROGRAM?.split(' ') ?? sources
