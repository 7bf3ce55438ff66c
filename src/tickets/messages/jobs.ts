import { defineJob } from '../../platform/jobs'
import type { Server } from '../../server/server'
import { forgetWaiting } from './acts/waiting'
import { removeUnneeded } from './media/unneeded'
import { forgetReceipts } from './receipts/group-receipts'
import { indexNext } from './searching/indexing'

/** Files can only be fetched through live sessions. */
const wakeMedia = defineJob<Server>({
  name: 'messages.fetch-media',
  every: '*/15 * * * * *',
  run: (server) => server.eachOpenCompany((cx) => server.fetcher.wakeDue(cx)),
})

const forgetTicks = defineJob<Server>({
  name: 'messages.forget-receipts',
  every: '0 40 3 * * *',
  run: (server) => server.eachCompany((cx) => forgetReceipts(cx)),
})

const removeFiles = defineJob<Server>({
  name: 'messages.remove-files',
  every: '10,25,40,55 * * * * *',
  run: (server) =>
    server.eachOpenCompany((cx) => removeUnneeded(cx, server.folderOf(cx.tenant.uuid), server.storedFiles)),
})

const forgetWaitingActs = defineJob<Server>({
  name: 'messages.forget-waiting',
  every: '0 25 * * * *',
  run: (server) => server.eachOpenCompany((cx) => forgetWaiting(cx)),
})

/** Then the next run goes on. */
const INDEXED_FOR = 1500

/** What was said becomes searchable; after an upgrade, also what was said before. Half of the time is everybody else's. */
const indexSaid = defineJob<Server>({
  name: 'messages.index',
  every: '*/2 * * * * *',
  async run(server, isStopped) {
    const began = performance.now()
    for (let isBehind = true; isBehind && !isStopped?.() && performance.now() - began < INDEXED_FOR; ) {
      if (server.diskSpace.isFull()) return
      isBehind = false
      const start = performance.now()
      await server.eachOpenCompany((cx) => {
        if (indexNext(cx)) isBehind = true
      })
      if (isBehind) await new Promise((go) => setTimeout(go, performance.now() - start))
    }
  },
})

export const messageJobs = [wakeMedia, forgetTicks, removeFiles, forgetWaitingActs, indexSaid]
