import { Elysia } from 'elysia'
import type { Chapter } from '../../chapter'
import { changeTags } from './contract'
import { tagErrors } from './errors'
import { tagRoutes, ticketTagRoutes } from './routes'
import { addSampleTags } from './sample'

export const tags = {
  name: 'tags',
  routes: (http) => new Elysia().use(tagRoutes(http)).use(ticketTagRoutes(http)),
  permissions: [changeTags],
  errors: tagErrors,
  sample: addSampleTags,
} satisfies Chapter
