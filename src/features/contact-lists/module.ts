import { Elysia } from 'elysia'
import { importTargets } from '../../bulk-import/target'
import { connectionChanged } from '../../channels/events'
import { contactMerging } from '../../contacts/events'
import { movers } from '../../moving-in/mover'
import { optedOut } from '../../outbound/events'
import { backlogs, MOST_COUNTED } from '../../platform/backlogs'
import { on } from '../../platform/extensions'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { blacklistEverywhere, moveItems } from './actions'
import { announceChecks } from './announce'
import { listErrors } from './errors'
import { contactListTarget } from './import-target'
import { contactListJobs } from './jobs'
import { contactListMover } from './move-in'
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
    on(contactMerging, 'inTransaction', moveItems),
    on(connectionChanged, 'afterCommit', (cx, { before, after }) => {
      if (before?.status !== after?.status) announceChecks(cx)
    }),
  ],
  fills: [
    importTargets.filledWith(contactListTarget),
    samples.filledWith(addSampleLists),
    movers.filledWith(contactListMover),
    backlogs.filledWith({
      name: 'lookUps',
      sql: `SELECT json_array(count(*), NULL, ifnull(sum(tries > 0), 0)) FROM (
        SELECT tries FROM contact_list_items
        WHERE is_whatsapp_valid IS NULL AND tries < 3 AND in_blacklist = 0 LIMIT ${MOST_COUNTED})`,
    }),
  ],
} satisfies Module
