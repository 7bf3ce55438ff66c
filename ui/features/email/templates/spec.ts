/** What events mean for the list of templates. Pure. */
import {
  type Template,
  templateCreated,
  templateDeleted,
  templateUpdated,
} from '../../../../src/features/email/templates/contract'
import { on } from '../../../shared/live/bus'
import type { CrudSpec } from '../../../shared/live/liveCrud'
import { plain } from '../../../shared/plain'
import type { TemplatesView } from '../view'

/** In SQLite's order, by code unit. */
function byName(a: Template, b: Template): number {
  const [one, other] = [plain(a.name), plain(b.name)]
  return one === other ? 0 : one < other ? -1 : 1
}

export const templatesSpec: CrudSpec<Template, TemplatesView> = {
  key: ['email-templates'],
  compare: (a, b, { desc }) => (desc ? byName(b, a) : byName(a, b)) || a.id - b.id,
  merge: (known, row) => (row.updatedAt < known.updatedAt ? known : row),
  events: [
    on(templateCreated, ({ template }) => ({ put: template })),
    on(templateUpdated, ({ template }) => ({ put: template })),
    on(templateDeleted, ({ id }) => ({ drop: id })),
  ],
  belongs: ({ active }, { state }) => state === undefined || active === (state === 'active'),
  onlyServerAdds: ({ search }) => Boolean(search),
}
