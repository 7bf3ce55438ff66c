import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { escalationSubscribers } from './escalate'
import { escalationJobs } from './jobs'
import { escalationLogKinds } from './log-kinds'
import { escalationRoutes } from './routes'
import { addSampleLadder } from './sample'

export const escalation = {
  name: 'escalation',
  routes: escalationRoutes,
  jobs: escalationJobs,
  logKinds: escalationLogKinds,
  subscribers: escalationSubscribers,
  fills: [samples.filledWith(addSampleLadder)],
} satisfies Module
