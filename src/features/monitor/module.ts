import { operatorActs } from '../../audit/visibility'
import type { Module } from '../../platform/module'
import { settingTrials } from '../../settings/operator/setting-test'
import { monitorJobs } from './jobs'
import { monitorRoutes } from './routes'
import { backupsTrial, biTrial } from './setting-tests'

export const monitor = {
  name: 'monitor',
  routes: monitorRoutes,
  jobs: monitorJobs,
  fills: [
    operatorActs.filledWith({ kind: 'monitor' }, { kind: 'backup' }),
    settingTrials.filledWith(backupsTrial, biTrial),
  ],
} satisfies Module
