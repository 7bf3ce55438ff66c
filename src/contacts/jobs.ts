import { defineJob } from '../platform/jobs'
import type { Server } from '../server/server'
import { indexNames } from './words'

/** Builds the word index of contact names after an upgrade; nothing to do once it is complete. */
const indexContactNames = defineJob<Server>({
  name: 'contacts.index-names',
  every: '*/2 * * * * *',
  async run(server) {
    if (!server.diskSpace.isFull()) await server.eachOpenCompany(indexNames)
  },
})

export const contactJobs = [indexContactNames]
