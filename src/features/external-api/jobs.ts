import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { HOUR, SECOND } from '../../platform/time'
import { deleteOld, NEXT_DUE, NEXT_OLD, postDue } from './posting'

const post = defineCompanyJob<Services>({
  name: 'external-api.post',
  every: SECOND,
  slowest: 5 * SECOND,
  due: NEXT_DUE,
  // On standby, the source installation may still send them.
  isHeld: (server) => server.isOnStandby(),
  run: postDue,
})

const tidy = defineCompanyJob<Services>({ name: 'external-api.tidy', every: HOUR, due: NEXT_OLD, run: deleteOld })

export const apiJobs = [post, tidy]
