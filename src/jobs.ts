/** The scheduled jobs, over all companies: the server's own, and those of the chapters. */
import type { Chapter } from './chapter'
import { chapters } from './chapters'
import type { House } from './house/house'
import { houseJobs } from './house/jobs'
import type { Job } from './platform/jobs'

const ofChapters = (all: readonly Chapter[]): readonly Job<House>[] => all.flatMap(({ jobs = [] }) => jobs)

export const jobs: readonly Job<House>[] = [...houseJobs, ...ofChapters(chapters)]
