import { defineCompanyJob, defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { MINUTE, SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { readOperatorAnswers } from './answers/operator'
import { NEXT_READING, readAnswers, SLOWEST_READING } from './answers/reading'
import { NEXT_DUE, sendDue } from './sending'
import { NOTICE_DUE, notifyOfSignOut } from './signed-out'

const send = defineCompanyJob<Services>({
  name: 'email.send',
  every: SECOND,
  slowest: 5 * SECOND, // a run may have to wait for other companies
  due: NEXT_DUE,
  // On standby, the source installation may still send them.
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: sendDue,
})

const read = defineCompanyJob<Services>({
  name: 'email.answers',
  every: SECOND,
  slowest: SLOWEST_READING, // it may have to wait for the mailboxes of other companies
  due: NEXT_READING,
  isHeld: (server) => server.isOnStandby() || server.diskSpace.isFull(),
  run: readAnswers,
})

const readForAll = defineServerJob<Services>({
  name: 'email.operatorAnswers',
  every: '30 */1 * * * *',
  runsAt: 'installation',
  run: readOperatorAnswers,
})

const signedOut = defineCompanyJob<Services>({
  name: 'email.signedOut',
  every: 5 * MINUTE,
  due: NOTICE_DUE,
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: notifyOfSignOut,
})

export const emailJobs = [send, read, readForAll, signedOut]
