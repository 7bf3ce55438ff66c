/** Jobs of the server itself. */
import { defineServerJob } from '../platform/jobs'
import type { Server } from './server'

/** Applies CLI changes: companies suspended or resumed, folders requested, the installation activated. */
const runCompanies = defineServerJob<Server>({
  name: 'server.run-companies',
  every: '* * * * * *',
  runsAt: 'node',
  run: (server) => server.wakeUp(),
})

/** Clears the full-disk notice once there is space again. */
const lookForDiskSpace = defineServerJob<Server>({
  name: 'server.look-for-disk-space',
  every: '*/5 * * * * *',
  runsAt: 'node',
  run(server) {
    if (server.diskSpace.isFull()) server.diskSpace.look()
  },
})

/**
 * Checks whether open database files still exist at their paths; otherwise the server could write for hours into a
 * deleted file.
 */
const lookForLostFiles = defineServerJob<Server>({
  name: 'server.look-for-lost-files',
  every: '* * * * * *',
  runsAt: 'node',
  run: (server) => server.lookForLostFiles(),
})

export const serverJobs = [runCompanies, lookForDiskSpace, lookForLostFiles]
