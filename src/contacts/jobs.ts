import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'
import { indexNames } from './words'

/** Builds the word index of contact names after an upgrade; nothing to do once it is complete. */
const indexContactNames = defineJob<House>({
  name: 'contacts.index-names',
  every: '*/2 * * * * *',
  async run(house) {
    if (!house.diskSpace.isFull()) await house.eachOpenCompany(indexNames)
  },
})

export const contactJobs = [indexContactNames]
