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

/** In a fleet each node backs up what it owns; the owner of control.db does with the job above. */
const backUpNode = defineServerJob<Services>({
  name: 'monitor.back-up-node',
  every: '5 * * * * *',
  runsAt: 'node',
  async run(services) {
    const { fleet, backups, databases } = services
    if (!fleet || databases.isControlHere()) return
    const problem = await backups.makeDueOnNode(fleet.node)
    if (typeof problem === 'string') await mailFailedBackup(services, `${fleet.node}: ${problem}`)
  },
})

export const monitorJobs = [sample, backUp, backUpNode]
