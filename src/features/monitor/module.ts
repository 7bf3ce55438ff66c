import { operatorActs } from '../../audit/visibility'
import { keepErrors } from '../../platform/error-groups'
import { keepLoad } from '../../platform/load-hours'
import type { Module } from '../../platform/module'
import { settingTests } from '../../settings/operator/setting-test'
import { companyReads, nodeAnswers } from '../../tenancy/elsewhere'
import { monitorAnswersOf } from './at-nodes'
import { COMPANIES_NOW, createCompaniesNowHere } from './companies'
import { monitorJobs } from './jobs'
import { monitorRoutes } from './routes'
import { backupsTest, biTest } from './setting-tests'

export const monitor = {
  name: 'monitor',
  routes: monitorRoutes,
  jobs: monitorJobs,
  controlWrites: [keepErrors, keepLoad],
  fills: [
    operatorActs.filledWith({ kind: 'monitor' }, { kind: 'backup' }),
    companyReads.filledWith({ what: COMPANIES_NOW, createReader: createCompaniesNowHere }),
    nodeAnswers.filledWith(monitorAnswersOf),
    settingTests.filledWith(backupsTest, biTest),
  ],
} satisfies Module
