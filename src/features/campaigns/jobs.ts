import type { House } from '../../house/house'
import { defineJob } from '../../platform/jobs'
import { statement } from '../../platform/sqlite'
import { tellChanged } from './figures'
import { expireAsked, fillSome, startDue } from './running'
import { sendSome } from './sending'

/** Most of what leaves follows on what has left; this begins it, and goes on when a wait is over. */
const run = defineJob<House>({
  name: 'campaigns.run',
  every: '* * * * * *',
  // Restored and not yet activated: the installation it was copied from may send them.
  run: async (house) =>
    void (
      house.isPassive() ||
      (await house.eachOpenCompany((cx) => {
        const any = statement(cx.db.$client, 'SELECT 1 FROM campaigns LIMIT 1').get()
        if (!any) return
        startDue(cx)
        expireAsked(cx)
        sendSome(cx)
        tellChanged(cx)
      }))
    ),
})

/** Makes their deliveries, some at a time. */
const fill = defineJob<House>({
  name: 'campaigns.fill',
  every: '* * * * * *',
  async run(house, isStopped = () => false) {
    if (house.isPassive() || house.diskSpace.isFull()) return
    const due: string[] = []
    await house.eachOpenCompany((cx) => void (fillSome(cx) && due.push(cx.tenant.uuid)))
    await Promise.all(
      due.map(async (uuid) => {
        do await new Promise(setImmediate)
        while (!isStopped() && fillSome(house.cxOf(uuid)))
      }),
    )
  },
})

export const campaignJobs = [run, fill]
