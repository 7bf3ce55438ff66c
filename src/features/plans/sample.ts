/** The plans that the operator of the sample installation sells. */
import type { Cx } from '../../platform/cx'
import type { WritableControl } from '../../platform/sqlite'
import { insertPlan } from './actions'
import { CAMPAIGNS_MENU, type CreatePlan, defaultMenus, menus } from './contract'

const all = menus.map(({ id }) => id)
const samples: readonly CreatePlan[] = [
  {
    name: 'Essencial',
    users: 3,
    connections: 1,
    queues: 3,
    amount: 99,
    menus: all.filter((id) => ![7, 15, 22, 25, 28].includes(id)),
  },
  { name: 'Profissional', users: 10, connections: 3, queues: 8, amount: 249, menus: [...defaultMenus, CAMPAIGNS_MENU] },
  { name: 'Empresa', users: 40, connections: 15, queues: 30, amount: 690, menus: all },
  {
    name: 'Cortesia',
    users: 3,
    connections: 1,
    queues: 3,
    amount: 0,
    menus: [...defaultMenus, CAMPAIGNS_MENU],
    isPublic: false,
  },
]

export function addSamplePlans(cx: Cx, _folder: string, control: WritableControl) {
  for (const sample of samples) insertPlan(control, cx.now(), sample)
}
