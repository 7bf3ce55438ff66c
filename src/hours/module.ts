import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { nodeAnswers } from '../tenancy/elsewhere'
import { hoursErrors } from './errors'
import { movesHours } from './move-in'
import { companyHoursRoutes, holidayRoutes, hoursAnswers } from './routes'

export const hours = {
  name: 'hours',
  routes: (http, services) => new Elysia().use(companyHoursRoutes(http, services)).use(holidayRoutes(http)),
  errors: hoursErrors,
  fills: [movesHours, nodeAnswers.filledWith(...hoursAnswers)],
} satisfies Module
