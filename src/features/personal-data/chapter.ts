import type { Chapter } from '../../chapter'
import { personalDataRoutes } from './routes'

export const personalData = { name: 'personal-data', routes: personalDataRoutes } satisfies Chapter
