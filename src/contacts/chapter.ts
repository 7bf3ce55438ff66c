import { Elysia } from 'elysia'
import { createNumberLookUp } from '../channels/look-up'
import type { Chapter } from '../chapter'
import { categoryErrors } from './categories/errors'
import { contactCategoryRoutes } from './categories/routes'
import { contactErrors } from './errors'
import { contactJobs } from './jobs'
import { contactRoutes, findContactRoutes, pictureRoutes } from './routes'
import { addSampleContacts } from './sample'
import { contactFiles } from './stored-files'

export const contacts = {
  name: 'contacts',
  routes: (http, server) =>
    new Elysia()
      .use(contactRoutes(http, createNumberLookUp(server)))
      .use(findContactRoutes(http))
      .use(pictureRoutes(http, server))
      .use(contactCategoryRoutes(http)),
  errors: { ...categoryErrors, ...contactErrors },
  jobs: contactJobs,
  storedFiles: contactFiles,
  sample: addSampleContacts,
} satisfies Chapter
