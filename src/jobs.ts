/** The jobs of the server itself and of the chapters. */

import { chapters } from './chapters'
import { isServerJob, type Job, type ServerJob } from './platform/jobs'
import type { Module, Services } from './platform/module'
import { serverJobs as own } from './server/jobs'

const ofChapters = (all: readonly Module[]): readonly Job<Services>[] => all.flatMap(({ jobs = [] }) => jobs)

export const jobs: readonly Job<Services>[] = [...own, ...ofChapters(chapters)]
export const serverJobs: readonly ServerJob<Services>[] = jobs.filter(isServerJob)
