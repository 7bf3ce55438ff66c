import type { Chapter } from '../chapter'
import { releaseRoutes } from './routes'

export const operator = { name: 'operator', routes: releaseRoutes } satisfies Chapter
