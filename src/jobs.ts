/** Jobs of the server and of the modules. */

import { modules } from './modules'
import { isServerJob, type Job, type ServerJob } from './platform/jobs'
import type { Module, Services } from './platform/module'
import { serverJobs as own } from './server/jobs'

const ofModules = (all: readonly Module[]): readonly Job<Services>[] => all.flatMap(({ jobs = [] }) => jobs)

export const jobs: readonly Job<Services>[] = [...own, ...ofModules(modules)]
export const serverJobs: readonly ServerJob<Services>[] = jobs.filter(isServerJob)
