import { Elysia } from 'elysia'
import { backlogs } from '../platform/backlogs'
import { companyFacts } from '../platform/company-facts'
import type { Module } from '../platform/module'
import { fileColumn } from '../platform/stored-files'
import { beforeQueueRemoval } from '../queues/events'
import { carryOvers, waitingCounts } from '../tenancy/lifecycle'
import { keepQueueOfImport, requireNoImportInto } from './connections/actions'
import { movesConnections } from './connections/move-in'
import { connectionRoutes, sessionRoutes } from './connections/routes'
import { connectionFact, outboxBacklog } from './facts'
import { channelJobs } from './jobs'
import { officialJobs } from './meta/cloud/jobs'
import { officialRoutes } from './meta/cloud/routes'
import { metaErrors } from './meta/errors'
import { pageCallbackRoutes } from './meta/pages/callbacks'
import { pageErrors } from './meta/pages/errors'
import { fileAddresses } from './meta/pages/files'
import { pageJobs } from './meta/pages/jobs'
import { pageRoutes } from './meta/pages/routes'
import { removeReceiver, storeReceiver } from './meta/webhook/control-writes'
import { metaWebhookRoutes } from './meta/webhook/routes'
import { outboxCarriedOver } from './outbox/carried-over'
import { countWaiting } from './outbox/queue'
import { passkeyErrors } from './passkeys/errors'
import { passkeys } from './passkeys/passkeys'
import { passkeyLinkRoutes, passkeyRoutes } from './passkeys/routes'
import { templateErrors } from './templates/errors'
import { windowErrors } from './windows/errors'

export const connections = {
  name: 'connections',
  routes: (http, server) =>
    new Elysia()
      .use(connectionRoutes(http, server))
      .use(sessionRoutes(http, server))
      .use(passkeyRoutes(http, server))
      .use(passkeyLinkRoutes(http, server))
      .use(metaWebhookRoutes(http, server))
      .use(officialRoutes(http, server))
      .use(pageRoutes(http, server))
      .use(pageCallbackRoutes(http, server)),
  services: [passkeys],
  errors: { ...passkeyErrors, ...metaErrors, ...pageErrors, ...templateErrors, ...windowErrors },
  jobs: [...channelJobs, ...officialJobs, ...pageJobs],
  storedFiles: [fileColumn('connections', 'greeting_media')],
  subscribers: [keepQueueOfImport],
  controlWrites: [storeReceiver, removeReceiver],
  companyLinks: [fileAddresses],
  fills: [
    companyFacts.filledWith(connectionFact),
    backlogs.filledWith(outboxBacklog),
    beforeQueueRemoval.filledWith(requireNoImportInto),
    carryOvers.filledWith({ module: 'connections', statements: outboxCarriedOver }),
    waitingCounts.filledWith((cx) => ({ messages: countWaiting(cx) })),
    movesConnections,
  ],
} satisfies Module
