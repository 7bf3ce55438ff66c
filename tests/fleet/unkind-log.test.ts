/** The stand-in of the tests keeps the contract of a commit log while it is kind. */
import { commitLogContract } from './commit-log-contract'
import { createUnkindLog } from './support/unkind-log'

const { log } = createUnkindLog()
commitLogContract(() => log)
