import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { mailFailedBackup } from './mail'

/** Records a point of the charts. */
const sample = defineServerJob<Services>({
  name: 'monitor.sample',
  every: '0 * * * * *',
  runsAt: 'node',
  run: ({ vitals }) => vitals.samples.take(),
})

/** Makes the scheduled backup when it is due. */
const backUp = defineServerJob<Services>({
  name: 'monitor.back-up',
  every: '5 * * * * *',
  runsAt: 'installation',
  async run(services) {
    const made = await services.backups.startDue()
    if (made?.state === 'failed') await mailFailedBackup(services, made.problem ?? '')
  },
})

export const monitorJobs = [sample, backUp]
