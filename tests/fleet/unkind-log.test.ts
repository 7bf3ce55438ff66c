/** The log in memory, which other tests rely on, keeps what every log keeps. */
import { describe } from 'bun:test'
import { commitLogContract } from './commit-log-contract'
import { createUnkindLog } from './support/unkind-log'

const { log } = createUnkindLog()

describe('the log in memory', () => commitLogContract(() => log))
