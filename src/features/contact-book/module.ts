import { Elysia } from 'elysia'
import { importRoutes } from '../../bulk-import/routes'
import { importTargets } from '../../bulk-import/target'
import { createNumberLookUp } from '../../channels/look-up'
import { contactErrors } from '../../contacts/errors'
import { contactFiles } from '../../contacts/stored-files'
import { movers } from '../../moving-in/mover'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { learnAnswer } from '../../tickets/receiving/same-contact'
import { categoryErrors } from './categories/errors'
import { contactCategoryRoutes } from './categories/routes'
import { exportRoutes } from './export/routes'
import { phoneErrors } from './imports/errors'
import { PHONE_BOOK, PHONE_CHATS, phoneBookTarget, phoneChatTarget } from './imports/phone'
import { phoneRoutes } from './imports/routes'
import { CONTACTS, contactTarget } from './imports/target'
import { contactJobs } from './jobs'
import { mergeErrors } from './merging/errors'
import { mergingRoutes } from './merging/routes'
import { writtenSubscribers } from './merging/written'
import { contactsMover } from './moving-in/move-in'
import { contactRoutes, findContactRoutes, pictureRoutes } from './routes'
import { addSampleContacts } from './sample'

export const contacts = {
  name: 'contacts',
  routes: (http, server) =>
    new Elysia()
      .use(exportRoutes(http))
      .use(phoneRoutes(http, server))
      .use(mergingRoutes(http))
      .use(contactRoutes(http, createNumberLookUp(server, learnAnswer)))
      .use(findContactRoutes(http))
      .use(pictureRoutes(http, server))
      .use(contactCategoryRoutes(http))
      .use(
        importRoutes(http, server, '/contacts', {
          rows: 'contacts',
          target: CONTACTS,
          besides: [PHONE_BOOK, PHONE_CHATS],
          permission: 'contacts-page:importContacts',
        }),
      ),
  subscribers: writtenSubscribers,
  jobs: contactJobs,
  errors: { ...categoryErrors, ...contactErrors, ...mergeErrors, ...phoneErrors },
  storedFiles: contactFiles,
  fills: [
    importTargets.filledWith(contactTarget, phoneBookTarget, phoneChatTarget),
    samples.filledWith(addSampleContacts),
    movers.filledWith(contactsMover),
  ],
} satisfies Module
