import type { Module } from '../../platform/module'
import { escalationSubscribers } from './escalate'
import { escalationJobs } from './jobs'
import { escalationLogKinds } from './log-kinds'
import { escalationRoutes } from './routes'

export const escalation = {
  name: 'escalation',
  routes: escalationRoutes,
  jobs: escalationJobs,
  logKinds: escalationLogKinds,
  subscribers: escalationSubscribers,
} satisfies Module
