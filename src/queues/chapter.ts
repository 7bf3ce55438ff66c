import type { Chapter } from '../chapter'
import { queueRoutes } from './routes'

export const queues = { name: 'queues', routes: queueRoutes } satisfies Chapter
