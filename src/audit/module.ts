import type { Module } from '../platform/module'
import { nodeAnswers } from '../tenancy/elsewhere'
import { auditAnswers } from './at-company'
import { auditJobs } from './jobs'
import { auditRoutes } from './routes'

export const audit = {
  name: 'audit',
  routes: auditRoutes,
  jobs: auditJobs,
  fills: [nodeAnswers.filledWith(auditAnswers)],
} satisfies Module
