import { defineJob } from '../platform/jobs'
import type { Server } from '../server/server'
import { forgetOldImports } from './actions'
import { nextUnderWay } from './queries'
import { runImports } from './run'

/** Goes on with what an earlier process, or a full disk, has left in the middle. */
const continueImports = defineJob<Server>({
  name: 'imports.continue',
  every: '*/5 * * * * *',
  async run(server) {
    if (server.diskSpace.isFull()) return
    const waiting: Promise<void>[] = []
    await server.eachOpenCompany((cx) => {
      if (nextUnderWay(cx.db) !== null) waiting.push(runImports(server, cx.tenant.uuid))
    })
    await Promise.all(waiting)
  },
})

const forgetOld = defineJob<Server>({
  name: 'imports.forget-old',
  every: '30 */5 * * * *',
  run: (server) => server.eachOpenCompany(forgetOldImports),
})

export const importJobs = [continueImports, forgetOld]
