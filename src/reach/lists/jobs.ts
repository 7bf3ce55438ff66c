import type { House } from '../../house/house'
import { defineJob } from '../../platform/jobs'
import { clearDeleted } from './actions'
import { checkSome } from './check'

const check = defineJob<House>({
  name: 'contact-lists.check',
  every: '*/5 * * * * *',
  async run(house) {
    if (house.isPassive() || house.diskSpace.isFull()) return
    const waiting: Promise<void>[] = []
    await house.eachOpenCompany((cx) => {
      waiting.push(
        checkSome(cx, house).catch((error: unknown) =>
          house.log.error({ err: error, tenant: cx.tenant.uuid }, 'numbers of contact lists are looked up later'),
        ),
      )
    })
    await Promise.all(waiting)
  },
})

const clear = defineJob<House>({
  name: 'contact-lists.clear',
  every: '*/10 * * * * *',
  run: (house, isStopped) =>
    house.eachOpenCompany(async (cx) => {
      while (!isStopped?.() && house.databases.isOpen(cx.tenant.uuid) && clearDeleted(cx))
        await new Promise(setImmediate)
    }),
})

export const contactListJobs = [check, clear]
