import { Elysia } from 'elysia'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { autoResponders } from '../../tickets/auto-responders'
import { ratingSubscribers, takeAnswer } from './asking'
import { ratingErrors } from './errors'
import { ratingLogKinds } from './log-kinds'
import { movesRatings } from './move-in'
import { manageRatings } from './rights/contract'
import { ratingCategoryRoutes, ratingRoutes } from './routes'
import { addRatings } from './sample'

export const ratings = {
  name: 'ratings',
  routes: (http) => new Elysia().use(ratingRoutes(http)).use(ratingCategoryRoutes(http)),
  permissions: [manageRatings],
  errors: ratingErrors,
  subscribers: ratingSubscribers,
  logKinds: ratingLogKinds,
  fills: [movesRatings, autoResponders.filledWith(takeAnswer), samples.filledWith(addRatings)],
} satisfies Module
