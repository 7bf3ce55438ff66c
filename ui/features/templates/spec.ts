/** The rules of lists of templates: their order, which are found, and how they are called. Pure. */
import { isUsable, type Template } from '../../../src/channels/templates/contract'
import { fits, needleOf, plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import type { Tone } from '../../shared/theme/tones'
import type { TemplatesView } from './view'

/** `pedido_pronto` → `Pedido pronto` */
export function titleOf(name: string): string {
  const words = name.replace(/_+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const byName = (a: Template, b: Template) =>
  plain(a.name).localeCompare(plain(b.name)) || a.language.localeCompare(b.language) || a.id - b.id

export const matchingTemplates = (all: readonly Template[], text: string): Template[] =>
  all.filter(({ name, body }) => fits(needleOf(text), `${titleOf(name)} ${name} ${body}`))

/** Those that can be sent come first. */
export const offeredTemplates = (all: readonly Template[], text: string): Template[] =>
  matchingTemplates(all, text).toSorted((a, b) => Number(isUsable(b)) - Number(isUsable(a)) || byName(a, b))

export const shownTemplates = (all: readonly Template[], view: TemplatesView): Template[] =>
  sortRows(
    matchingTemplates(all, view.search ?? '').filter(
      ({ category }) => view.category === undefined || category === view.category,
    ),
    view,
    {
      name: byName,
      language: (a, b) => a.language.localeCompare(b.language) || byName(a, b),
      category: (a, b) => a.category.localeCompare(b.category) || byName(a, b),
      status: (a, b) => a.status.localeCompare(b.status) || byName(a, b),
    },
    'name',
  )

/** Yellow is for what comes back by itself, a hollow point for what waits. */
export function toneOf({ status }: Pick<Template, 'status'>): Tone {
  if (status === 'APPROVED') return 'ok'
  if (status === 'PENDING' || status === 'IN_APPEAL') return 'wait'
  return status === 'PAUSED' || status === 'LIMIT_EXCEEDED' ? 'warn' : 'bad'
}

const CHANGEABLE: ReadonlySet<string> = new Set(['APPROVED', 'REJECTED', 'PAUSED'])

/** Meta writes authentication templates, and takes no change during a review. */
export const isChangeable = ({ status, category, unsupported }: Template): boolean =>
  CHANGEABLE.has(status) && category !== 'authentication' && unsupported === null
