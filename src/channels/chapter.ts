import { Elysia } from 'elysia'
import type { Chapter } from '../chapter'
import { connectionRoutes, sessionRoutes } from './connections/routes'
import { channelJobs } from './jobs'
import { connectionFiles } from './stored-files'

export const connections = {
  name: 'connections',
  routes: (http, { sessions }) => new Elysia().use(connectionRoutes(http, sessions)).use(sessionRoutes(http, sessions)),
  jobs: channelJobs,
  storedFiles: connectionFiles,
} satisfies Chapter
