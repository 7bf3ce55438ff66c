import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'

/** Records a point of the charts. */
const sample = defineServerJob<Services>({
  name: 'monitor.sample',
  every: '0 * * * * *',
  run: ({ vitals }) => vitals.samples.take(),
})

/** Makes the scheduled backup when it is due. */
const backUp = defineServerJob<Services>({
  name: 'monitor.back-up',
  every: '5 * * * * *',
  run: ({ backups }) => backups.startDue(),
})

export const monitorJobs = [sample, backUp]
