import type { House } from '../../house/house'
import { defineJob } from '../../platform/jobs'
import { forgetWaiting } from './acts/waiting'
import { removeUnneeded } from './media/unneeded'
import { forgetReceipts } from './receipts/group-receipts'
import { indexNext } from './searching/indexing'

/** Files can only be fetched through live sessions. */
const wakeMedia = defineJob<House>({
  name: 'messages.fetch-media',
  every: '*/15 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => house.fetcher.wakeDue(cx)),
})

const forgetTicks = defineJob<House>({
  name: 'messages.forget-receipts',
  every: '0 40 3 * * *',
  run: (house) => house.eachCompany((cx) => forgetReceipts(cx)),
})

const removeFiles = defineJob<House>({
  name: 'messages.remove-files',
  every: '10,25,40,55 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => removeUnneeded(cx, house.folderOf(cx.tenant.uuid), house.storedFiles)),
})

const forgetWaitingActs = defineJob<House>({
  name: 'messages.forget-waiting',
  every: '0 25 * * * *',
  run: (house) => house.eachOpenCompany((cx) => forgetWaiting(cx)),
})

/** Then the next run goes on. */
const INDEXED_FOR = 1500

/** What was said becomes searchable; after an upgrade, also what was said before. Half of the time is everybody else's. */
const indexSaid = defineJob<House>({
  name: 'messages.index',
  every: '*/2 * * * * *',
  async run(house, isStopped) {
    const began = performance.now()
    for (let isBehind = true; isBehind && !isStopped?.() && performance.now() - began < INDEXED_FOR; ) {
      if (house.diskSpace.isFull()) return
      isBehind = false
      const start = performance.now()
      await house.eachOpenCompany((cx) => {
        if (indexNext(cx)) isBehind = true
      })
      if (isBehind) await new Promise((go) => setTimeout(go, performance.now() - start))
    }
  },
})

export const messageJobs = [wakeMedia, forgetTicks, removeFiles, forgetWaitingActs, indexSaid]
