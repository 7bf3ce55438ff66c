import { Elysia } from 'elysia'
import { operatorActs } from '../audit/visibility'
import type { Module } from '../platform/module'
import { nodeAnswers } from '../tenancy/elsewhere'
import { backups } from './backup/runner'
import { installationJobs } from './certificates/jobs'
import { installationRoutes } from './certificates/routes'
import { certificates } from './certificates/service'
import { movingInErrors } from './moving-in/errors'
import { movingInJobs } from './moving-in/jobs'
import { movingInRoutes } from './moving-in/routes'
import { movesIn } from './moving-in/runner'
import { releaseStandby } from './release'
import { releaseRoutes } from './routes'
import { answerGrant, endGrantsOf } from './support/control-writes'
import { supportErrors } from './support/errors'
import { supportEnd, supportNote, supportVisit } from './support/grants'
import { supportRoutes } from './support/routes'
import { companySettingChange, companySettings, companyUsage } from './tenants/at-owner'
import { storeOwnCompany } from './tenants/control-writes'
import { tenantJobs } from './tenants/jobs'
import { tenantRoutes } from './tenants/routes'
import { updateErrors } from './update/errors'
import { updateJobs } from './update/jobs'
import { updateRoutes } from './update/routes'
import { fleetUpdates, updates } from './update/service'

export const operator = {
  name: 'operator',
  routes: (http, server) =>
    new Elysia()
      .use(releaseRoutes(http, server))
      .use(tenantRoutes(http, server))
      .use(supportRoutes(http, server))
      .use(installationRoutes(http, server))
      .use(updateRoutes(http, server))
      .use(movingInRoutes(http, server)),
  services: [backups, supportEnd, certificates, updates, fleetUpdates, movesIn],
  jobs: [...tenantJobs, ...installationJobs, ...updateJobs, ...movingInJobs],
  controlWrites: [answerGrant, endGrantsOf, releaseStandby, storeOwnCompany],
  errors: { ...supportErrors, ...updateErrors, ...movingInErrors },
  fills: [
    operatorActs.filledWith(
      { kind: 'company', subject: 'otherCompany' },
      { kind: 'certificate' },
      { kind: 'installationUpdate' },
      { kind: 'movingIn' },
    ),
    nodeAnswers.filledWith(
      companyUsage.answers,
      companySettings.answers,
      companySettingChange.answers,
      supportNote.answers,
      supportVisit.answers,
    ),
  ],
} satisfies Module
