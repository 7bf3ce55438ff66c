import type { Module } from '../../platform/module'
import { monitorJobs } from './jobs'
import { monitorRoutes } from './routes'

export const monitor = { name: 'monitor', routes: monitorRoutes, jobs: monitorJobs } satisfies Module
