import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'

/** Renews the certificate in time, and takes changed files and settings. */
const lookAfter = defineServerJob<Services>({
  name: 'installation.certificate',
  every: '25 * * * * *',
  runsAt: 'node',
  run: ({ certificates }) => certificates.look(),
})

export const installationJobs = [lookAfter]
