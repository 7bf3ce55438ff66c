/** The jobs of the server itself. */
import { defineJob } from '../platform/jobs'
import type { House } from './house'

/** Notices companies suspended or resumed by command, folders a command asks for, an installation that was activated. */
const runCompanies = defineJob<House>({
  name: 'house.run-companies',
  every: '* * * * * *',
  run: (house) => house.wakeUp(),
})

/** Clears the notice of a full disk once there is room again. */
const lookForDiskSpace = defineJob<House>({
  name: 'house.look-for-disk-space',
  every: '*/5 * * * * *',
  run(house) {
    if (house.diskSpace.isFull()) house.diskSpace.look()
  },
})

/** Otherwise a server writes for hours into a database that nobody can find any more. */
const lookForLostFiles = defineJob<House>({
  name: 'house.look-for-lost-files',
  every: '*/5 * * * * *',
  run: (house) => house.lookForLostFiles(),
})

export const houseJobs = [runCompanies, lookForDiskSpace, lookForLostFiles]
