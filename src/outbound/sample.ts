/** Sample company: campaign variables and a few opt-outs. All invented. */
import { findDefaultConnection } from '../channels/connections/queries'
import type { Cx } from '../platform/cx'
import { statement } from '../platform/sqlite'
import { DAY, HOUR } from '../platform/time'
import type { CampaignSettings } from './contract'

const chosen: Partial<CampaignSettings> = {
  messageInterval: 10,
  dailyCap: 500,
  variables: [
    { key: 'cupom', value: 'AURORA30' },
    { key: 'validade', value: '30 de novembro' },
    { key: 'loja', value: 'Móveis Aurora, Rua do Catete 214' },
  ],
}

const gone = [
  ['5521988776611', 'Otávio Reis', 'SAIR', 2],
  ['5521988776612', 'Sandra Lobo', 'PARAR', 9],
  ['5521988776613', 'Ivan Torres', 'Descadastrar', 15],
  ['5521988776614', '', null, 26],
] as const

export function addOutboundSample(cx: Cx) {
  const connectionId = findDefaultConnection(cx.db)?.id ?? null
  const set = statement(cx.db.$client, 'INSERT OR REPLACE INTO campaign_settings VALUES (?, ?)')
  const add = statement(
    cx.db.$client,
    'INSERT OR IGNORE INTO opt_outs (number, name, word, connection_id, at, is_confirmed) VALUES (?, ?, ?, ?, ?, 1)',
  )
  cx.transaction((cx) => {
    for (const [key, value] of Object.entries(chosen)) set.run(key, JSON.stringify(value))
    for (const [number, name, word, daysAgo] of gone)
      add.run(number, name, word, word === null ? null : connectionId, cx.now() - daysAgo * DAY - 3 * HOUR)
  })
}
