import type { Chapter } from '../chapter'
import { auditJobs } from './jobs'
import { auditRoutes } from './routes'

export const audit = { name: 'audit', routes: auditRoutes, jobs: auditJobs } satisfies Chapter
