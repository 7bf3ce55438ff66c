import { Elysia } from 'elysia'
import { connectionChanged } from '../../channels/events'
import type { Chapter } from '../../chapter'
import { on } from '../../platform/extensions'
import { optedOut } from '../events'
import { blacklistEverywhere } from './actions'
import { announceChecks } from './announce'
import { listErrors } from './errors'
import { contactListTarget } from './import-target'
import { contactListJobs } from './jobs'
import { contactListRoutes, listItemRoutes } from './routes'
import { addSampleLists } from './sample'

export const contactLists = {
  name: 'contact-lists',
  plan: 'useCampaigns',
  routes: (http, server) => new Elysia().use(contactListRoutes(http, server)).use(listItemRoutes(http)),
  jobs: contactListJobs,
  errors: listErrors,
  subscribers: [
    on(optedOut, 'inTransaction', blacklistEverywhere),
    on(connectionChanged, 'afterCommit', (cx, { before, after }) => {
      if (before?.status !== after?.status) announceChecks(cx)
    }),
  ],
  importTargets: [contactListTarget],
  sample: addSampleLists,
} satisfies Chapter
