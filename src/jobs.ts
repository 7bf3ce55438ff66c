/** The scheduled jobs, over all companies: the server's own, and those of the chapters. */
import type { Chapter } from './chapter'
import { chapters } from './chapters'
import type { Job } from './platform/jobs'
import { serverJobs } from './server/jobs'
import type { Server } from './server/server'

const ofChapters = (all: readonly Chapter[]): readonly Job<Server>[] => all.flatMap(({ jobs = [] }) => jobs)

export const jobs: readonly Job<Server>[] = [...serverJobs, ...ofChapters(chapters)]
