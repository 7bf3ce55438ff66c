import { Elysia } from 'elysia'
import type { Chapter } from '../../chapter'
import { ratingSubscribers, takeAnswer } from './asking'
import { ratingErrors } from './errors'
import { manageRatings } from './rights/contract'
import { ratingCategoryRoutes, ratingRoutes } from './routes'
import { addRatings } from './sample'

export const ratings = {
  name: 'ratings',
  routes: (http) => new Elysia().use(ratingRoutes(http)).use(ratingCategoryRoutes(http)),
  permissions: [manageRatings],
  errors: ratingErrors,
  subscribers: ratingSubscribers,
  answerers: [takeAnswer],
  sample: addRatings,
} satisfies Chapter
