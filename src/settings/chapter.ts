import type { Chapter } from '../chapter'
import { settingRoutes } from './routes'

export const settings = { name: 'settings', routes: settingRoutes } satisfies Chapter
