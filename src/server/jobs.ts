/** The jobs of the server itself. */
import { defineServerJob } from '../platform/jobs'
import type { Server } from './server'

/** Notices companies suspended or resumed by command, folders a command asks for, an installation that was activated. */
const runCompanies = defineServerJob<Server>({
  name: 'server.run-companies',
  every: '* * * * * *',
  run: (server) => server.wakeUp(),
})

/** Clears the notice of a full disk once there is room again. */
const lookForDiskSpace = defineServerJob<Server>({
  name: 'server.look-for-disk-space',
  every: '*/5 * * * * *',
  run(server) {
    if (server.diskSpace.isFull()) server.diskSpace.look()
  },
})

/** One look at each open file. Otherwise a server writes for hours into a database that nobody can find any more. */
const lookForLostFiles = defineServerJob<Server>({
  name: 'server.look-for-lost-files',
  every: '* * * * * *',
  run: (server) => server.lookForLostFiles(),
})

export const serverJobs = [runCompanies, lookForDiskSpace, lookForLostFiles]
