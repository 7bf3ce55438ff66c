import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { fileColumn } from '../platform/stored-files'
import { samples } from '../tenancy/lifecycle'
import { queueErrors } from './errors'
import { movesQueues } from './move-in'
import { queueOptionRoutes, queueOrderRoutes, queueRoutes } from './routes'
import { addSampleBot } from './sample'

export const queues = {
  name: 'queues',
  routes: (http, server) =>
    new Elysia().use(queueRoutes(http, server)).use(queueOrderRoutes(http)).use(queueOptionRoutes(http, server)),
  errors: queueErrors,
  storedFiles: [fileColumn('queues', 'media'), fileColumn('queue_options', 'media')],
  fills: [samples.filledWith(addSampleBot), movesQueues],
} satisfies Module
