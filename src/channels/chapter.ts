import { Elysia } from 'elysia'
import type { Chapter } from '../chapter'
import { fileColumn } from '../platform/stored-files'
import { connectionRoutes, sessionRoutes } from './connections/routes'
import { channelJobs } from './jobs'
import { outboxCarriedOver } from './outbox/carried-over'
import { countWaiting } from './outbox/queue'
import { passkeyErrors } from './passkeys/errors'
import { passkeyLinkRoutes, passkeyRoutes } from './passkeys/routes'

export const connections = {
  name: 'connections',
  routes: (http, server) =>
    new Elysia()
      .use(connectionRoutes(http, server))
      .use(sessionRoutes(http, server))
      .use(passkeyRoutes(http, server))
      .use(passkeyLinkRoutes(http, server)),
  errors: passkeyErrors,
  jobs: channelJobs,
  storedFiles: [fileColumn('connections', 'greeting_media')],
  carriedOver: outboxCarriedOver,
  waiting: (cx) => ({ messages: countWaiting(cx) }),
} satisfies Chapter
