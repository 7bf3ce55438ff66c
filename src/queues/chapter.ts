import { Elysia } from 'elysia'
import type { Chapter } from '../chapter'
import { fileColumn } from '../platform/stored-files'
import { queueErrors } from './errors'
import { queueOptionRoutes, queueOrderRoutes, queueRoutes } from './routes'
import { addSampleBot } from './sample'

export const queues = {
  name: 'queues',
  routes: (http, server) =>
    new Elysia().use(queueRoutes(http, server)).use(queueOrderRoutes(http)).use(queueOptionRoutes(http, server)),
  errors: queueErrors,
  storedFiles: [fileColumn('queues', 'media'), fileColumn('queue_options', 'media')],
  sample: addSampleBot,
} satisfies Chapter
