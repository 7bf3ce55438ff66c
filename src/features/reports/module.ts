import type { Module } from '../../platform/module'
import { mailTemplates } from '../../settings/mail-templates/templates'
import { samples } from '../../tenancy/lifecycle'
import { deletedWithUser } from '../../users/belongings'
import { reportErrors } from './errors'
import { reportJobs } from './jobs'
import { reportRoutes } from './routes'
import { addSampleViews } from './sample'
import { weeklyTemplate } from './views/mail-templates'

export const reports = {
  name: 'reports',
  routes: reportRoutes,
  jobs: reportJobs,
  errors: reportErrors,
  subscribers: [deletedWithUser('report_views')],
  fills: [mailTemplates.filledWith(weeklyTemplate), samples.filledWith(addSampleViews)],
} satisfies Module
