/** Templates of e-mails, for each filter. */
import type { Template } from '../../src/features/email/templates/contract'
import { templatesSpec } from '../../ui/features/email/templates/spec'
import type { TemplatesView } from '../../ui/features/email/view'
import type { Attendant } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

const path = '/api/email-templates'
async function rowsOf(who: Attendant, query = ''): Promise<readonly Template[]> {
  return ((await (await who.request(`${path}/${query}`)).json()) as { templates: Template[] }).templates // the answer of its route
}

export const live = {
  specs: [templatesSpec],
  seeds: [5],
  turns: 50,
  async open({ below, pick, oneIn }) {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const views: [Attendant, TemplatesView, string][] = [
      [admin, {}, ''],
      [ana, { desc: true }, '?desc=true'],
      [ana, { state: 'active' }, '?active=true'],
    ]
    return {
      lists: views.map(([who, view, query]) => ({
        shown: opened(who, templatesSpec, [], view),
        fresh: () => rowsOf(who, query),
      })),
      async act(turn) {
        w.clock.forward(1000)
        const rows = await rowsOf(admin)
        const id = rows.length === 0 ? undefined : pick(rows).id
        const said = {
          name: `${pick(['Á', 'a', 'b', 'Z', '1'])}${below(30)} modelo`,
          subject: `Assunto ${turn}`,
          html: `<p>Olá ${turn}</p>`,
          active: !oneIn(3),
        }
        if (id === undefined || below(2) === 0) await admin.json(`${path}/`, 'POST', said)
        else if (below(5) === 0) await admin.request(`${path}/${id}`, { method: 'DELETE' })
        else await admin.json(`${path}/${id}`, 'PUT', said)
      },
      wasBusy: () => w.rows('SELECT 1 FROM email_templates').length > 3,
    }
  },
} satisfies LiveWalk
