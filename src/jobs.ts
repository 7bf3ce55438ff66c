/** Jobs of the server and of the modules. */

import { isServerJob, type Job, type ServerJob } from './platform/jobs'
import type { Module, Services } from './platform/module'
import { serverJobs as own } from './server/jobs'
import type { Server } from './server/server'

export const jobsOf = (modules: readonly Module[]): readonly Job<Server>[] => [
  ...own,
  ...modules.flatMap(({ jobs = [] }): readonly Job<Services>[] => jobs),
]

export const serverJobsOf = (modules: readonly Module[]): readonly ServerJob<Server>[] =>
  jobsOf(modules).filter(isServerJob)
