import { Elysia } from 'elysia'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { ticketFields, ticketFilters } from '../../tickets/fields'
import { changeTags } from './contract'
import { tagErrors } from './errors'
import { movesTags } from './move-in'
import { tagRoutes, ticketTagRoutes } from './routes'
import { addSampleTags } from './sample'
import { tagFilter, ticketTags } from './ticket-field'

export const tags = {
  name: 'tags',
  routes: (http) => new Elysia().use(tagRoutes(http)).use(ticketTagRoutes(http)),
  permissions: [changeTags],
  errors: tagErrors,
  fills: [
    movesTags,
    ticketFields.filledWith(ticketTags),
    ticketFilters.filledWith(tagFilter),
    samples.filledWith(addSampleTags),
  ],
} satisfies Module
