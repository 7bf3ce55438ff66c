import { emptyFlow, type Flow } from '../../src/features/flows/format/contract'
import { integrations } from '../../src/features/integrations/tables'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'
import { NOON } from '../support/world'

declare module '../api/furnish' {
  interface Ids {
    readonly flow: number
    readonly flowFile: number
  }
}

const admins = ['admin'] as const
const at = (id: number, rest = '') => ({ path: `/api/flows/${id}${rest}` })

/** It may be published. */
const small = (text: string): Flow => ({
  ...emptyFlow,
  nodes: { n1: { t: 'start', name: '' }, n2: { t: 'end', name: '', close: false, text } },
  edges: { n1: 'n2' },
})

export const routeExamples: RouteExamples = {
  'GET /api/flows/:id': { opens: 'session', for: admins, example: ({ flow }) => at(flow) },
  'PUT /api/flows/:id': {
    opens: 'session',
    for: admins,
    example: ({ flow }) => ({ ...at(flow), body: { flow: small('Até logo'), revision: 1 } }),
  },
  'POST /api/flows/:id/publish': {
    opens: 'session',
    for: admins,
    example: ({ flow }) => ({ ...at(flow, '/publish'), body: { revision: 1 } }),
  },
  'POST /api/flows/:id/discard': {
    opens: 'session',
    for: admins,
    example: ({ flow }) => ({ ...at(flow, '/discard'), body: { revision: 1 } }),
  },
  'GET /api/flows/:id/versions': { opens: 'session', for: admins, example: ({ flow }) => at(flow, '/versions') },
  'GET /api/flows/:id/versions/:version': {
    opens: 'session',
    for: admins,
    example: ({ flow }) => at(flow, '/versions/1'),
  },
  'GET /api/flows/:id/counts': { opens: 'session', for: admins, example: ({ flow }) => at(flow, '/counts?period=7') },
  'POST /api/flows/:id/files': {
    opens: 'session',
    for: admins,
    reads: null,
    example: ({ flow }) => ({
      ...at(flow, '/files'),
      form() {
        const form = new FormData()
        form.set('file', new File(['tabela'], 'tabela.txt'))
        return form
      },
    }),
  },
  'GET /api/flows/:id/files/:fileId': {
    opens: 'session',
    for: admins,
    raw: true,
    example: ({ flow, flowFile }) => at(flow, `/files/${flowFile}`),
  },
  'POST /api/flows/:id/secrets': {
    opens: 'session',
    for: admins,
    example: ({ flow }) => ({ ...at(flow, '/secrets'), body: { name: 'erp', value: 'chave' } }),
  },
}

/** A published flow with a file. */
export async function furnish(company: CompanyWorld, _: Ids, { mark }: { readonly mark: string }) {
  const { id: flow } = company.db
    .insert(integrations)
    .values({ type: 'flowbuilder', name: `${mark} fluxo`, createdAt: NOON })
    .returning()
    .get()
  const admin = company.admin()
  const routes = admin.api.flows({ id: flow })
  await routes.put({ flow: small(`${mark} até logo`), revision: 0 })
  await routes.publish.post({ revision: 1 })
  const form = new FormData()
  form.set('file', new File([`${mark} tabela`], `${mark}.txt`))
  const answer = await admin.request(`/api/flows/${flow}/files`, { method: 'POST', body: form })
  return { flow, flowFile: ((await answer.json()) as { id: number }).id } // the answer of its route
}

export const shownAt: ShownAt = {
  'flow.update': (p) => `/api/flows/${valueAt(p, 'id')}`,
}
