/** The commit log on one real server, and on three. */
import { afterAll, beforeAll, describe } from 'bun:test'
import { type Nats, startNats } from '../../support/nats'
import { commitLogContract } from '../commit-log-contract'
import { type OpenedLog, openLog } from './opened'

for (const servers of [1, 3] as const)
  describe(`the commit log on ${servers === 1 ? 'one server' : 'three servers'}`, () => {
    let nats: Nats | undefined
    let opened: OpenedLog | undefined
    beforeAll(async () => {
      nats = await startNats({ servers })
      opened = await openLog(nats)
    })
    afterAll(async () => {
      await opened?.close()
      await nats?.stop()
    })
    commitLogContract(() => {
      if (!opened) throw new Error('not open')
      return opened.log
    })
  })
