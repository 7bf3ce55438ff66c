import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly rating: number
    readonly ratingCategory: number
  }
}

const managers = ['admin', 'supervisor'] as const
const question = {
  name: 'Como foi?',
  message: 'De 1 a 3?',
  type: 'csat',
  options: [
    { value: 1, name: 'ruim', order: 0, satisfied: false },
    { value: 2, name: 'bom', order: 1, satisfied: true },
  ],
  thanks: 'Obrigado',
  asksComment: true,
  commentMessage: 'Por quê?',
  active: true,
}

export const routeExamples: RouteExamples = {
  'GET /api/ratings/': {
    finds: ['POST /api/ratings/', 'name'],
    opens: 'session',
    for: managers,
    example: () => ({ path: '/api/ratings/?searchParam=como&pageNumber=1' }),
  },
  'GET /api/ratings/choices': {
    opens: 'session',
    example: ({ ticket }) => ({ path: `/api/ratings/choices?ticketId=${ticket}` }),
  },
  'GET /api/ratings/results': {
    opens: 'session',
    for: managers,
    example: ({ rating, user, queue }) => ({
      path: `/api/ratings/results?dateStart=2026-03-01&dateEnd=2026-03-31&ratingId=${rating}&userId=${user}&queueId=${queue}`,
    }),
  },
  'GET /api/ratings/answers': {
    opens: 'session',
    for: managers,
    example: ({ rating }) => ({ path: `/api/ratings/answers?ratingId=${rating}&comments=true&after=1772452800000-9` }),
  },
  'GET /api/ratings/:id': {
    opens: 'session',
    for: managers,
    example: ({ rating }) => ({ path: `/api/ratings/${rating}` }),
  },
  'POST /api/ratings/': {
    opens: 'session',
    for: managers,
    example: ({ ratingCategory }) => ({
      path: '/api/ratings/',
      body: { ...question, name: 'Outra pergunta', categoryRatingId: ratingCategory },
    }),
  },
  'PUT /api/ratings/:id': {
    opens: 'session',
    for: managers,
    example: ({ rating, ratingCategory }) => ({
      path: `/api/ratings/${rating}`,
      body: { ...question, name: 'Mudou de nome', categoryRatingId: ratingCategory },
    }),
  },
  'DELETE /api/ratings/:id': {
    opens: 'session',
    for: managers,
    example: ({ rating }) => ({ path: `/api/ratings/${rating}` }),
  },
  'GET /api/category-ratings/': {
    opens: 'session',
    for: managers,
    example: () => ({ path: '/api/category-ratings/' }),
  },
  'POST /api/category-ratings/': {
    opens: 'session',
    for: managers,
    example: () => ({ path: '/api/category-ratings/', body: { descricao: 'Entrega', active: true } }),
  },
  'PUT /api/category-ratings/:id': {
    opens: 'session',
    for: managers,
    example: ({ ratingCategory }) => ({
      path: `/api/category-ratings/${ratingCategory}`,
      body: { descricao: 'Outra', active: false },
    }),
  },
  'DELETE /api/category-ratings/:id': {
    opens: 'session',
    for: managers,
    example: ({ ratingCategory }) => ({ path: `/api/category-ratings/${ratingCategory}` }),
  },
}

/** A rating with its category, and one answer with a comment. */
export async function furnish(
  company: CompanyWorld,
  { closed }: Ids,
  { mark, lap }: { readonly mark: string; readonly lap: number },
): Promise<Partial<Ids>> {
  const admin = company.admin({ name: `${mark} Avaliador` })
  const post = async (path: string, body: object) =>
    ((await (await admin.json(path, 'POST', body)).json()) as { id: number }).id
  const ratingCategory = await post('/api/category-ratings', { descricao: `${mark} categoria ${lap}` })
  const rating = await post('/api/ratings', {
    ...question,
    name: `${mark} pergunta ${lap}`,
    message: `${mark} como foi?`,
    categoryRatingId: ratingCategory,
  })
  company.rows(
    `INSERT INTO ticket_ratings (ticket_id, user_id, rating_id, name, type, options, thanks, comment_message, asked_at, expires_at, value, label, satisfied, top, answered_at, comment)
     VALUES (?, ?, ?, ?, 'csat', '[]', '', '', 1772452700000, 0, 1, ?, 0, 2, 1772452700000, ?) RETURNING id`,
    closed,
    admin.userId,
    rating,
    `${mark} pergunta`,
    `${mark} ruim`,
    `${mark} demorou`,
  )
  return { rating, ratingCategory }
}

export const shownAt: ShownAt = {
  'rating.update': (p) => `/api/ratings/${valueAt(p, 'rating', 'id')}`,
  'rating.delete': () => '/api/ratings',
  'rating.ask': () => '/api/ratings/results',
  'rating.answer': () => '/api/ratings/answers',
  'categoryRating.update': () => '/api/category-ratings',
  'categoryRating.delete': () => '/api/category-ratings',
}
