/** Settings and their audit entries, as seen by an admin. */
import type { AuditEntry } from '../../src/audit/contract'
import type { Setting } from '../../src/settings/contract'
import { auditSpec } from '../../ui/features/audit/spec'
import { rowOf, settingsSpec } from '../../ui/shared/settings/spec'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

const values = {
  scheduleType: ['queue', 'company', 'disabled'],
  waitingRed: ['15', '30', '45'],
  sendSignMessage: ['enabled', 'disabled'],
  smtpauth: ['smtp.loja.example:587', 'smtp.loja.example:465'],
}
const keys = Object.keys(values) as (keyof typeof values)[] // of the record above

export const live = {
  specs: [settingsSpec, auditSpec],
  seeds: [2],
  turns: 30,
  async open({ pick }) {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const ask = async <T>(who: typeof ana, path: string) => (await (await who.request(path)).json()) as T // by its schema
    const settingsOf = async (who: typeof ana) => (await ask<Setting[]>(who, '/api/settings')).map(rowOf)
    const history = async (kind: string | null) =>
      (await ask<{ entries: AuditEntry[] }>(admin, `/api/audit-log${kind ? `?kind=${kind}` : ''}`)).entries
    const settings = [admin, ana].map(async (who) => ({
      shown: opened(who, settingsSpec, await settingsOf(who)),
      fresh: () => settingsOf(who),
    }))
    const views = [null, 'setting', 'tag'].map(async (kind) => ({
      shown: opened(admin, auditSpec, await history(kind), { kind, userId: null, from: null, to: null }),
      fresh: () => history(kind),
    }))
    return {
      lists: await Promise.all([...settings, ...views]),
      async act(turn) {
        w.clock.forward(1000)
        if (turn % 5 === 0) return admin.json('/api/tags', 'POST', { name: `Etiqueta ${turn}`, color: '#127eee' })
        const key = pick(keys)
        return admin.json(`/api/settings/${key}`, 'PUT', { value: pick<string>(values[key]) })
      },
      wasBusy: async () => (await history('setting')).length > 5 && (await history('tag')).length > 3,
    }
  },
} satisfies LiveWalk
