import { indexNames } from '../../contacts/name-index'
import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'

/** Builds the word index of contact names after an upgrade. Idle once it is complete. */
const indexContactNames = defineCompanyJob<Services>({
  name: 'contacts.index-names',
  every: 2 * SECOND,
  due: 'SELECT 0 FROM contact_words_due',
  isHeld: (server) => server.diskSpace.isFull(),
  run: indexNames,
})

export const contactJobs = [indexContactNames]
