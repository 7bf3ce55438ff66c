import type { Module } from '../platform/module'
import { auditJobs } from './jobs'
import { auditRoutes } from './routes'

export const audit = { name: 'audit', routes: auditRoutes, jobs: auditJobs } satisfies Module
