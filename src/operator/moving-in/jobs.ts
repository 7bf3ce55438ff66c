import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'

/** An upload that nobody goes on with gives its space back. */
const forgetOldUpload = defineServerJob<Services>({
  name: 'movingIn.uploads',
  every: '40 */5 * * * *',
  runsAt: 'node',
  run: ({ movesIn }) => movesIn.forgetOldUpload(),
})

export const movingInJobs = [forgetOldUpload]
