import { SeenMentions } from '../../src/features/note-mentions/contract'
import type { RouteExamples, ShownAt } from '../api/module-files'

export const routeExamples: RouteExamples = {
  'GET /api/note-mentions/': { opens: 'session', example: () => ({ path: '/api/note-mentions/' }) },
  'POST /api/note-mentions/seen': {
    opens: 'session',
    reads: SeenMentions,
    example: () => ({ path: '/api/note-mentions/seen', body: { ids: [1] } }),
  },
}

export const shownAt: ShownAt = {
  'noteMention.create': () => '/api/note-mentions',
  'noteMention.seen': 'sign',
}
