import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { samples } from '../tenancy/lifecycle'
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
  fills: [samples.filledWith(addSampleBot)],
} satisfies Module
