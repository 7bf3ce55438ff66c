import type { Chapter } from '../chapter'
import { queueRoutes } from './routes'
import { queueFiles } from './stored-files'

export const queues = { name: 'queues', routes: queueRoutes, storedFiles: queueFiles } satisfies Chapter
