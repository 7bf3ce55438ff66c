/** The jobs of the server itself and of the chapters. */
import type { Chapter } from './chapter'
import { chapters } from './chapters'
import { isServerJob, type Job, type ServerJob } from './platform/jobs'
import { serverJobs as own } from './server/jobs'
import type { Server } from './server/server'

const ofChapters = (all: readonly Chapter[]): readonly Job<Server>[] => all.flatMap(({ jobs = [] }) => jobs)

export const jobs: readonly Job<Server>[] = [...own, ...ofChapters(chapters)]
export const serverJobs: readonly ServerJob<Server>[] = jobs.filter(isServerJob)
