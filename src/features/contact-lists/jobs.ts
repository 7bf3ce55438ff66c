import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { clearDeleted } from './actions'
import { checkSome, NEXT_CHECK, NEXT_RETRY, retryUnanswered } from './check'

const check = defineCompanyJob<Services>({
  name: 'contact-lists.check',
  every: 5 * SECOND,
  due: NEXT_CHECK,
  isHeld: (server) => server.isOnStandby() || server.diskSpace.isFull(),
  run: checkSome,
})

const again = defineCompanyJob<Services>({
  name: 'contact-lists.ask-again',
  every: 60 * SECOND,
  due: NEXT_RETRY,
  isHeld: (server) => server.isOnStandby() || server.diskSpace.isFull(),
  run: retryUnanswered,
})

const clear = defineCompanyJob<Services>({
  name: 'contact-lists.clear',
  every: 10 * SECOND,
  due: 'SELECT 0 FROM contact_lists WHERE deleted_at IS NOT NULL LIMIT 1',
  run: clearDeleted,
})

export const contactListJobs = [check, again, clear]
