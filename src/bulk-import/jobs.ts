import { defineCompanyJob } from '../platform/jobs'
import type { Services } from '../platform/module'
import { MINUTE, SECOND } from '../platform/time'
import { forgetOldImports, NEXT_FORGOTTEN } from './actions'
import { runImports } from './run'

/** Resumes imports interrupted by the end of a process or a full disk. */
const continueImports = defineCompanyJob<Services>({
  name: 'imports.continue',
  every: 5 * SECOND,
  due: "SELECT 0 FROM imports WHERE state = 'running' LIMIT 1",
  isHeld: (server) => server.diskSpace.isFull(),
  run: async (cx, server) => void (await runImports(server, cx.tenant.uuid)),
})

const forgetOld = defineCompanyJob<Services>({
  name: 'imports.forget-old',
  every: 5 * MINUTE,
  due: NEXT_FORGOTTEN,
  run: forgetOldImports,
})

export const importJobs = [continueImports, forgetOld]
