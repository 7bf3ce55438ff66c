import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    readonly option: number
  }
}

const leaflet = (mark = '') => {
  const form = new FormData()
  form.append('file', new File([`${mark} folheto`], `${mark}folheto.txt`))
  return form
}

/** A tree of one option; both it and its queue have a file. */
export async function furnish(company: CompanyWorld, { queue, user }: Ids, { mark }: { readonly mark: string }) {
  const boss = company.admin({ name: `${mark} Filas` })
  const upload = (path: string) => boss.request(path, { method: 'POST', body: leaflet(mark) })
  const { data } = await boss.api['queue-options'].post({
    queueId: queue,
    title: `${mark} pessoa`,
    message: `${mark} já vem`,
    optionType: 'Atendente',
    targetUserId: user,
  })
  const option = data?.id ?? 0
  await upload(`/api/queue/${queue}/media-upload`)
  await upload(`/api/queue-options/${option}/file`)
  return { option }
}

export const routeExamples: RouteExamples = {
  'GET /api/queue/': { opens: 'session', example: () => ({ path: '/api/queue/?orderQuery=name' }) },
  'GET /api/queue/:id': { opens: 'session', example: ({ queue }) => ({ path: `/api/queue/${queue}` }) },
  'POST /api/queue/': {
    opens: 'session',
    for: ['admin'],
    example: ({ user }) => ({
      path: '/api/queue/',
      body: { name: 'Nova fila', color: '#0ea5e9', orderQueue: 3, userIds: [user] },
    }),
  },
  'PUT /api/queue/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue, user }) => ({
      path: `/api/queue/${queue}`,
      body: { name: 'Outro nome', color: '#0ea5e9', orderQueue: 3, userIds: [user] },
    }),
  },
  'DELETE /api/queue/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: `/api/queue/${queue}` }),
  },
  'GET /api/queue/:id/users': { opens: 'session', example: ({ queue }) => ({ path: `/api/queue/${queue}/users` }) },
  'PUT /api/queue/:id/users': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue, user }) => ({ path: `/api/queue/${queue}/users`, body: { userIds: [user] } }),
  },
  'POST /api/queue/order': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: '/api/queue/order', body: { ids: [queue] } }),
  },
  'POST /api/queues/order': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: '/api/queues/order', body: { queueOrder: [{ id: queue }] } }),
  },
  'POST /api/queue/:id/token': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: `/api/queue/${queue}/token` }),
  },
  'GET /api/queue/:id/media-upload': {
    opens: 'session',
    raw: true,
    example: ({ queue }) => ({ path: `/api/queue/${queue}/media-upload` }),
  },
  'POST /api/queue/:id/media-upload': {
    opens: 'session',
    for: ['admin'],
    reads: null,
    example: ({ queue }) => ({ path: `/api/queue/${queue}/media-upload`, form: leaflet }),
  },
  'DELETE /api/queue/:id/media-upload': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({ path: `/api/queue/${queue}/media-upload` }),
  },
  'PUT /api/queue/:id/options': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue, option, user }) => ({
      path: `/api/queue/${queue}/options`,
      body: {
        options: [
          {
            id: option,
            parentId: null,
            title: 'Pessoa',
            message: 'Já vem',
            optionType: 'Atendente',
            targetQueueId: queue,
            targetUserId: user,
          },
        ],
      },
    }),
  },
  'GET /api/queue-options/': {
    opens: 'session',
    example: ({ queue }) => ({ path: `/api/queue-options/?queueId=${queue}` }),
  },
  'POST /api/queue-options/': {
    opens: 'session',
    for: ['admin'],
    example: ({ queue }) => ({
      path: '/api/queue-options/',
      body: { queueId: queue, title: 'Horários', message: 'Das 8h às 18h', optionType: 'Texto' },
    }),
  },
  'PUT /api/queue-options/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ option, queue }) => ({
      path: `/api/queue-options/${option}`,
      body: { title: 'Outra', optionType: 'Fila', message: 'Um momento', targetQueueId: queue, option: 1 },
    }),
  },
  'DELETE /api/queue-options/:id': {
    opens: 'session',
    for: ['admin'],
    example: ({ option }) => ({ path: `/api/queue-options/${option}` }),
  },
  'GET /api/queue-options/:id/file': {
    opens: 'session',
    raw: true,
    example: ({ option }) => ({ path: `/api/queue-options/${option}/file` }),
  },
  'POST /api/queue-options/:id/file': {
    opens: 'session',
    for: ['admin'],
    reads: null,
    example: ({ option }) => ({ path: `/api/queue-options/${option}/file`, form: leaflet }),
  },
  'DELETE /api/queue-options/:id/file': {
    opens: 'session',
    for: ['admin'],
    example: ({ option }) => ({ path: `/api/queue-options/${option}/file` }),
  },
}

export const shownAt: ShownAt = {
  'queue.update': (p) => `/api/queue/${valueAt(p, 'queue', 'id')}`,
  'queue.order': () => '/api/queue',
  'queue.delete': 'sign',
}
