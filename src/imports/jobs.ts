import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'
import { forgetOldImports } from './actions'
import { nextUnderWay } from './queries'
import { runImports } from './run'

/** Goes on with what an earlier process, or a full disk, has left in the middle. */
const continueImports = defineJob<House>({
  name: 'imports.continue',
  every: '*/5 * * * * *',
  async run(house) {
    if (house.diskSpace.isFull()) return
    const waiting: Promise<void>[] = []
    await house.eachOpenCompany((cx) => {
      if (nextUnderWay(cx.db) !== null) waiting.push(runImports(house, cx.tenant.uuid))
    })
    await Promise.all(waiting)
  },
})

const forgetOld = defineJob<House>({
  name: 'imports.forget-old',
  every: '30 */5 * * * *',
  run: (house) => house.eachOpenCompany(forgetOldImports),
})

export const importJobs = [continueImports, forgetOld]
