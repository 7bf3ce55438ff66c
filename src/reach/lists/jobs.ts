import type { House } from '../../house/house'
import type { Cx } from '../../platform/cx'
import { defineJob } from '../../platform/jobs'
import { clearDeleted } from './actions'
import { checkSome } from './check'

/** For all open companies side by side; what fails in one is tried again the next time. */
async function inEach(house: House, work: (cx: Cx) => Promise<void>, failure: string) {
  const begun: Promise<void>[] = []
  await house.eachOpenCompany((cx) => {
    begun.push(work(cx).catch((error: unknown) => house.log.error({ err: error, tenant: cx.tenant.uuid }, failure)))
  })
  await Promise.all(begun)
}

const check = defineJob<House>({
  name: 'contact-lists.check',
  every: '*/5 * * * * *',
  async run(house) {
    if (house.isPassive() || house.diskSpace.isFull()) return
    await inEach(house, (cx) => checkSome(cx, house), 'numbers of contact lists are looked up later')
  },
})

const clear = defineJob<House>({
  name: 'contact-lists.clear',
  every: '*/10 * * * * *',
  async run(house, isStopped) {
    const clearAll = async (cx: Cx) => {
      while (!isStopped?.() && house.databases.isOpen(cx.tenant.uuid) && clearDeleted(cx))
        await new Promise(setImmediate)
    }
    await inEach(house, clearAll, 'a deleted contact list is cleared later')
  },
})

export const contactListJobs = [check, clear]
