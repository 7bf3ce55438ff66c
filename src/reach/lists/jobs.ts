import type { Cx } from '../../platform/cx'
import { defineJob } from '../../platform/jobs'
import type { Server } from '../../server/server'
import { clearDeleted } from './actions'
import { checkSome } from './check'

/** For all open companies side by side; what fails in one is tried again the next time. */
async function inEach(server: Server, work: (cx: Cx) => Promise<void>, failure: string) {
  const begun: Promise<void>[] = []
  await server.eachOpenCompany((cx) => {
    begun.push(work(cx).catch((error: unknown) => server.log.error({ err: error, tenant: cx.tenant.uuid }, failure)))
  })
  await Promise.all(begun)
}

const check = defineJob<Server>({
  name: 'contact-lists.check',
  every: '*/5 * * * * *',
  async run(server) {
    if (server.isPassive() || server.diskSpace.isFull()) return
    await inEach(server, (cx) => checkSome(cx, server), 'numbers of contact lists are looked up later')
  },
})

const clear = defineJob<Server>({
  name: 'contact-lists.clear',
  every: '*/10 * * * * *',
  async run(server, isStopped) {
    const clearAll = async (cx: Cx) => {
      while (!isStopped?.() && server.databases.isOpen(cx.tenant.uuid) && clearDeleted(cx))
        await new Promise(setImmediate)
    }
    await inEach(server, clearAll, 'a deleted contact list is cleared later')
  },
})

export const contactListJobs = [check, clear]
