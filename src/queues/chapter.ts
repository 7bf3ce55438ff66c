import { Elysia } from 'elysia'
import type { Chapter } from '../chapter'
import { queueErrors } from './errors'
import { queueOptionRoutes, queueOrderRoutes, queueRoutes } from './routes'
import { addSampleBot } from './sample'
import { queueFiles } from './stored-files'

export const queues = {
  name: 'queues',
  routes: (http, server) =>
    new Elysia().use(queueRoutes(http, server)).use(queueOrderRoutes(http)).use(queueOptionRoutes(http, server)),
  errors: queueErrors,
  storedFiles: queueFiles,
  sample: addSampleBot,
} satisfies Chapter
